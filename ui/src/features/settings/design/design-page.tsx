// The look of the centre's site: colours, letters, shapes, header and footer. What is chosen is shown at once in a page,
// a form and a mail; visitors see it when it is saved.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThemeChoices, ThemePreview } from '../../../api/calls.ts';
import { useCall } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import type { Theme } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button } from '../../../components/actions/button.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormValue, useForm } from '../../../components/form/form-context.ts';
import '../../../components/layout/stepper.css';
import { FormCard } from '../../../components/layout/card.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { ConflictNotice, HistoryCard } from '../setting-parts.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { useSetting } from '../use-setting.ts';
import { ContrastCard } from './contrast-card.tsx';
import { Swatches } from './swatches.tsx';
import { DESIGN_FIELDS, presetField, SCALES, themeFromForm, themeToForm } from './theme-form.ts';
import { ThemePreviewCard } from './theme-preview.tsx';
import './theme-editor.css';

const PATH = '/instellingen/design';
const FORM_NAME = 'settings/design';
/** Rest after the last change before the page is drawn anew. */
const REST_MS = 250;

/** There is always an answer: none of them is left out. */
const ALWAYS = { required: true } as const;

export default function DesignPage() {
  const { t } = useTranslation('settings-design');
  const { data } = useCall(STAFF_CALLS.themeChoices, {});
  const choices = data?.meta ?? {};
  const setting = useSetting('themes', centre.value?.theme?.id ?? null, FORM_NAME);
  return (
    <SettingsFrame current={PATH} title={t('title')} description={t('description')}>
      {setting.found && choices.palettes ? (
        <Editing
          key={`${setting.found.id}-${setting.round}`}
          found={setting.found}
          choices={choices as ThemeChoices}
          setting={setting}
        />
      ) : (
        <RowSkeletons count={6} />
      )}
    </SettingsFrame>
  );
}

interface EditingProps {
  found: Theme;
  choices: ThemeChoices;
  setting: ReturnType<typeof useSetting<'themes'>>;
}

function Editing({ found, choices, setting }: EditingProps) {
  const { t } = useTranslation('settings-design');
  const mayGovern = found.can?.includes('govern') ?? false;
  const [start, setStart] = useState<FormValue>(() => themeToForm(found));
  const [draws, setDraws] = useState(0);
  const { preview, show } = usePreview(found.id, start, mayGovern);

  /** Another theme in the form, not saved yet. */
  function begin(value: FormValue) {
    setStart(value);
    setDraws((times) => times + 1);
    setting.onUnsaved(true);
    show(value);
  }

  return (
    <Form
      key={draws}
      of="themes"
      value={start}
      onChange={show}
      onUnsaved={setting.onUnsaved}
      onSubmit={(value) => setting.save(themeFromForm(value, { mayGovern }))}
      label={t('title')}
      className="settings-layout"
    >
      <div className="stack">
        {setting.hasConflict ? <ConflictNotice onReload={() => void setting.reload()} /> : null}
        <PresetCard choices={choices} onChosen={begin} />
        <ColourCard choices={choices} preview={preview} />
        <ShapeCard choices={choices} />
        <HeaderCard choices={choices} />
        <MoreCard mayGovern={mayGovern} />
        <SubmitButton large>{t('save')}</SubmitButton>
        <HistoryCard
          type="themes"
          id={found.id}
          fields={DESIGN_FIELDS}
          round={setting.round}
          onRestored={() => void setting.reload()}
        />
      </div>
      <aside className="stack sticky" aria-label={t('preview.label')}>
        <ThemePreviewCard preview={preview} />
        <ContrastCard preview={preview} />
      </aside>
    </Form>
  );
}

/** What the server says of a theme that is not saved: asked when nobody has changed anything for a moment. */
function usePreview(id: string, start: FormValue, mayGovern: boolean) {
  const [preview, setPreview] = useState<ThemePreview | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useRef<AbortController>(undefined);

  async function ask(value: FormValue) {
    stop.current?.abort();
    const mine = new AbortController();
    stop.current = mine;
    try {
      const body = themeFromForm(value, { mayGovern });
      const { meta } = await send(STAFF_CALLS.previewTheme, { id, body, signal: mine.signal });
      if (!mine.signal.aborted && meta.css) setPreview(meta as ThemePreview);
    } catch {
      // What is shown stays; saving says what is wrong.
    }
  }
  function show(value: FormValue) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void ask(value), REST_MS);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what is stored.
  useEffect(() => {
    void ask(start);
    return () => {
      clearTimeout(timer.current);
      stop.current?.abort();
    };
  }, []);
  return { preview, show };
}

/** The looks that come with the product: a beginning, or the way back. */
function PresetCard({ choices, onChosen }: { choices: ThemeChoices; onChosen: (value: FormValue) => void }) {
  const { t } = useTranslation('settings-design');
  const own = choices.presets.find(({ name }) => name === choices.preset);
  return (
    <FormCard title={t('presets.title')}>
      <p className="hint">{t('presets.hint')}</p>
      <ul className="preset-row">
        {choices.presets.map(({ name, centre: centreName, theme }) => (
          <li key={name}>
            <Button onClick={() => onChosen(themeToForm(theme))}>
              <PresetColours theme={theme} palettes={choices.palettes} />
              {centreName}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        icon="undo"
        onClick={() => onChosen(themeToForm(own?.theme ?? choices.default))}
      >
        {t('presets.reset')}
      </Button>
    </FormCard>
  );
}

function PresetColours({
  theme,
  palettes,
}: {
  theme: ThemeChoices['default'];
  palettes: ThemeChoices['palettes'];
}) {
  return (
    <span className="preset-colours" aria-hidden="true">
      {SCALES.map((scale) => {
        const own = theme[`${scale}Shades`] as Readonly<Record<string, string>> | null | undefined;
        const colour = (own ?? palettes[theme[presetField(scale)] ?? ''])?.[
          scale === 'tertiary' ? '300' : '600'
        ];
        return <span key={scale} style={{ background: colour }} />;
      })}
    </span>
  );
}

function ColourCard({ choices, preview }: { choices: ThemeChoices; preview: ThemePreview | null }) {
  const { t } = useTranslation('settings-design');
  return (
    <FormCard title={t('colours.title')}>
      {SCALES.map((scale) => (
        <Swatches
          key={scale}
          scale={scale}
          label={t(`colours.${scale}`)}
          hint={t(`colours.${scale}Hint`)}
          palettes={choices.palettes}
          shades={preview?.shades[scale]}
        />
      ))}
      <Swatches
        scale="muted"
        label={t('colours.muted')}
        hint={t('colours.mutedHint')}
        palettes={Object.fromEntries(choices.muted.map((name) => [name, choices.palettes[name] ?? {}]))}
        shades={preview?.shades.muted}
      />
      <FieldPair>
        <ColourField name="backgroundColor" label={t('colours.background')} hint={t('colours.own')} />
        <ColourField name="textColor" label={t('colours.text')} hint={t('colours.own')} />
      </FieldPair>
    </FormCard>
  );
}

const WHOLE_COLOUR = /^#[0-9a-f]{6}$/i;

/** A colour to type, with the browser's own choice of colours beside it. */
function ColourField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const { t } = useTranslation('settings-design');
  const form = useForm();
  const value = String(form.value[name] ?? '');
  return (
    <div className="colour-field">
      <Field name={name} label={label} hint={hint} placeholder={t('colours.example')} narrow />
      <input
        type="color"
        aria-label={t('colours.pick', { field: label })}
        value={WHOLE_COLOUR.test(value) ? value : '#ffffff'}
        onChange={(event) => form.set(name, event.target.value)}
      />
    </div>
  );
}

function ShapeCard({ choices }: { choices: ThemeChoices }) {
  const { t } = useTranslation('settings-design');
  const fonts = choices.fonts.map((name) => ({ value: name, label: name.replace(/ Variable$/, '') }));
  return (
    <FormCard title={t('shape.title')}>
      <Field
        name="defaultShape"
        kind="radio"
        rules={ALWAYS}
        label={t('shape.corners')}
        choices={(['rounded', 'straight'] as const).map((value) => ({
          value,
          label: t(`shape.${value}`),
          hint: t(`shape.${value}Hint`),
        }))}
      />
      <FieldPair>
        <Field name="fontHeading" kind="select" rules={ALWAYS} label={t('shape.headings')} choices={fonts} />
        <Field name="fontSans" kind="select" rules={ALWAYS} label={t('shape.text')} choices={fonts} />
      </FieldPair>
    </FormCard>
  );
}

function HeaderCard({ choices }: { choices: ThemeChoices }) {
  const { t } = useTranslation('settings-design');
  return (
    <FormCard title={t('header.title')}>
      <Field
        name="headerVariant"
        kind="radio"
        rules={ALWAYS}
        label={t('header.variant')}
        choices={(['tab', 'legacy'] as const).map((value) => ({ value, label: t(`header.${value}`) }))}
      />
      <Field name="headerSticky" kind="checkbox" label={t('header.sticky')} />
      <Field name="headerFullWidth" kind="checkbox" label={t('header.fullWidth')} />
      <Field name="headerCenterMenuItems" kind="checkbox" label={t('header.centred')} />
      <Field name="headerLanguageToggle" kind="checkbox" label={t('header.language')} />
      <Field
        name="footerVariant"
        kind="radio"
        rules={ALWAYS}
        label={t('header.footer')}
        choices={choices.footerVariants.map((value) => ({
          value,
          label: t(`header.footers.${value as 'maud' | 'light' | 'compact'}`),
        }))}
      />
    </FormCard>
  );
}

function MoreCard({ mayGovern }: { mayGovern: boolean }) {
  const { t } = useTranslation('settings-design');
  return (
    <FormCard title={t('more.title')}>
      <Field
        name="cssVariables"
        kind="textarea"
        rows={3}
        label={t('more.variables')}
        hint={t('more.variablesHint')}
      />
      {mayGovern ? (
        <>
          <Field name="allowInactiveUsers" kind="checkbox" label={t('more.inactive')} />
          <Field name="enableMovingOrganizations" kind="checkbox" label={t('more.moving')} />
          <Field name="staging" kind="checkbox" label={t('more.staging')} hint={t('more.stagingHint')} />
        </>
      ) : null}
    </FormCard>
  );
}
