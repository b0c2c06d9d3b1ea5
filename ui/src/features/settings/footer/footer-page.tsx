// The footer of the centre's site: six columns in two languages, with a preview, and the marks that it may carry.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/form/field.tsx';
import { SubmitButton } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/form-context.ts';
import '../../../components/layout/stepper.css';
import '../../../components/table/results-bar.css';
import { FormCard } from '../../../components/layout/card.tsx';
import {
  columnsOf,
  FOOTER_COLUMNS,
  FooterColumn,
  type FooterTexts,
} from '../../../components/layout/footer-columns.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { SettingEditor, textsOf, textsTo } from '../setting-editor.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { useSetting } from '../use-setting.ts';
import { FooterRowsField } from './footer-rows-field.tsx';

const LANGUAGES = ['nl', 'en'] as const;
type FooterLanguage = (typeof LANGUAGES)[number];

const titleOf = (number: number, language: FooterLanguage): string =>
  `footerColumn${number}Title${language === 'en' ? 'En' : ''}`;
const contentOf = (number: number, language: FooterLanguage): string =>
  `footerColumn${number}Content${language === 'en' ? 'En' : ''}`;
const TEXTS = FOOTER_COLUMNS.flatMap((number) =>
  LANGUAGES.flatMap((language) => [titleOf(number, language), contentOf(number, language)]),
);
const MARKS = ['showAnbiLogo', 'showNovLogo'] as const;
const FIELDS = [...TEXTS, ...MARKS];

export default function FooterPage() {
  const { t } = useTranslation('settings');
  const setting = useSetting(
    'volunteer_center_profiles',
    centre.value?.profile?.id ?? null,
    'settings/footer',
  );
  // A content manager writes the columns; the marks are the centre's own.
  const mayMark = setting.found?.can?.includes('oversee') ?? false;
  return (
    <SettingsFrame
      current="/instellingen/footer"
      title={t('nav.footer')}
      description={t('footer.description')}
    >
      <SettingEditor
        type="volunteer_center_profiles"
        setting={setting}
        fields={FIELDS}
        label={t('nav.footer')}
        className="footer-editor"
        toForm={(found) => ({
          ...textsOf(found, TEXTS),
          showAnbiLogo: found.showAnbiLogo ?? false,
          showNovLogo: found.showNovLogo ?? false,
        })}
        toAttributes={(value) => ({
          ...textsTo(value, TEXTS),
          ...(mayMark ? Object.fromEntries(MARKS.map((name) => [name, value[name] === true])) : {}),
        })}
      >
        <Fields mayMark={mayMark} />
      </SettingEditor>
    </SettingsFrame>
  );
}

function Fields({ mayMark }: { mayMark: boolean }) {
  const { t } = useTranslation('settings');
  const [language, setLanguage] = useState<FooterLanguage>('nl');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields. */}
      <div className="view-switch" role="group" aria-label={t('footer.language')}>
        {LANGUAGES.map((each) => (
          <button key={each} type="button" aria-pressed={each === language} onClick={() => setLanguage(each)}>
            {t(`organisation.${each}`)}
          </button>
        ))}
      </div>
      {language === 'en' ? <p className="hint">{t('footer.english')}</p> : null}
      <p className="hint" id="footer-link-hint">
        {t('footer.how')}
      </p>
      <div className="footer-columns-edit">
        {FOOTER_COLUMNS.map((number, at) =>
          LANGUAGES.map((each) => (
            <div key={`${number}${each}`} hidden={each !== language}>
              <FormCard title={t('footer.column', { number: at + 1 })}>
                <Field name={titleOf(number, each)} label={t('footer.title')} />
                <FooterRowsField name={contentOf(number, each)} label={t('footer.content')} />
              </FormCard>
            </div>
          )),
        )}
      </div>
      {mayMark ? (
        <FormCard title={t('footer.marks')}>
          <Field
            name="showAnbiLogo"
            kind="checkbox"
            label={t('field.showAnbiLogo')}
            hint={t('footer.anbiHint')}
          />
          <Field
            name="showNovLogo"
            kind="checkbox"
            label={t('field.showNovLogo')}
            hint={t('footer.novHint')}
          />
        </FormCard>
      ) : null}
      <FooterPreview language={language} />
      <SubmitButton large>{t('saveOf.footer')}</SubmitButton>
    </>
  );
}

function FooterPreview({ language }: { language: FooterLanguage }) {
  const { t } = useTranslation('settings');
  const { value } = useForm();
  const columns = columnsOf(value as FooterTexts, language);
  return (
    <section aria-label={t('footer.preview')} className="stack">
      <h2>{t('footer.preview')}</h2>
      <div className="site-footer is-preview" inert>
        <div className="page footer-columns">
          {columns.map((column) => (
            <FooterColumn key={column.number} column={column} />
          ))}
        </div>
      </div>
    </section>
  );
}
