// The legal texts of the centre: written in both languages beside what it looks like, published as a new version; every
// earlier one stays.
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useResourceList } from '../../../api/hooks.ts';
import { createResource } from '../../../api/requests.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { classNames } from '../../../components/class-names.ts';
import { TextSections } from '../../../components/content/text-sections.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Field, fieldId } from '../../../components/form/field.tsx';
import { FieldError } from '../../../components/form/field-frame.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormValue, useForm } from '../../../components/form/form-context.ts';
import { Card, FormCard } from '../../../components/layout/card.tsx';
import { SavedFilters } from '../../../components/table/table-tools.tsx';
import { EDITION_PATHS, type EditionKind } from '../../../lib/centre/edition-paths.ts';
import { htmlOfLines, isMarkup } from '../../../lib/centre/legal-html.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { SettingsFrame } from '../settings-frame.tsx';
import '../../../components/content/prose.css';
import '../../../components/rich-text/rich-text.css';
import '../../../components/layout/stepper.css';
import './legal-texts.css';
import '../../../components/layout/line-list.css';

const RichText = lazy(async () => {
  const [{ RichText: Part }] = await Promise.all([
    import('../../../components/rich-text/rich-text.tsx'),
    loadWords(['rich-text']),
  ]);
  return { default: Part };
});

/** Of the text with its markup, as it is stored. */
const MOST_CHARACTERS = 30_000;

const PATH = '/instellingen/teksten';
const KINDS = ['privacy', 'terms', 'accessibility'] as const;
const LANGUAGES = ['nl', 'en'] as const;

export default function LegalTextsPage() {
  const { t } = useTranslation('legal-texts');
  const asked = useQuery().get('kind');
  const kind: EditionKind = KINDS.find((each) => each === asked) ?? 'privacy';
  return (
    <SettingsFrame current={PATH} title={t('title')} description={t('description')}>
      <SavedFilters
        filters={KINDS.map((each) => ({
          label: t(`kind.${each}`),
          href: each === 'privacy' ? PATH : `${PATH}?kind=${each}`,
          current: each === kind,
        }))}
      />
      <Editor key={kind} kind={kind} />
    </SettingsFrame>
  );
}

function Editor({ kind }: { kind: EditionKind }) {
  const { t } = useTranslation('legal-texts');
  const unsaved = `legal-texts/${kind}`;
  const list = useResourceList('legal_texts', {
    filter: { kindEq: kind },
    sort: '-edition',
    page: { size: 20 },
  });
  const [row] = list.items;

  async function handleSubmit(value: FormValue) {
    const made = await createResource('legal_texts', {
      kind,
      text: String(value.text ?? '').trim(),
      textEn: String(value.textEn ?? '').trim(),
      changeNote: String(value.changeNote ?? '').trim() || null,
    });
    markSaved(unsaved);
    addToast({ id: 'legal', title: t('published', { edition: made.edition }), color: 'success' });
    await refresh(keyOf('/legal_texts'));
    return [];
  }

  if (list.status === 'error') return <LoadProblem onRetry={() => void list.refresh()} />;
  if (!row) return <RowSkeletons count={6} />;
  return (
    <>
      <p className="soft">
        {t('now', { edition: row.edition, date: formatDate(row.createdAt ?? '') })}{' '}
        <AppLink href={EDITION_PATHS[kind]}>{t('show')}</AppLink>
      </p>
      <Form
        key={row.id}
        of="legal_texts"
        value={{ text: asMarkup(row.text), textEn: asMarkup(row.textEn), changeNote: '' }}
        onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(unsaved) : markSaved(unsaved))}
        onSubmit={handleSubmit}
        label={t(`kind.${kind}`)}
      >
        <Fields kind={kind} />
      </Form>
      <Card title={t('versions')} className="stack">
        <ul className="line-list">
          {list.items.map(({ id, edition, createdAt, changeNote }) => (
            <li key={id}>
              <div>
                <AppLink href={`${EDITION_PATHS[kind]}?versie=${edition}`}>
                  {t('version', { edition, date: formatDate(createdAt ?? '') })}
                </AppLink>
                {changeNote ? <p className="soft small">{changeNote}</p> : null}
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

/** Earlier texts are lines; they are written on as what they look like. */
const asMarkup = (text: string): string => (isMarkup(text) ? text : htmlOfLines(text));

/** The text itself, in the editor that pages have. */
function TextField({ name, lang }: { name: 'text' | 'textEn'; lang: 'nl' | 'en' }) {
  const { t } = useTranslation('legal-texts');
  const { id: form, value, set, errors, rulesOf, register } = useForm();
  const id = fieldId(form, name);
  const label = t(`text.${lang}`);
  const rules = { ...rulesOf(name), required: true };
  useLayoutEffect(() => register({ name, id, label, short: undefined, rules, check: undefined }));
  const error = errors[name];
  return (
    <div className={classNames('field', error && 'has-error')}>
      <span className="field-label" id={`${id}-label`}>
        {label}
      </span>
      <FieldError id={id} error={error} />
      <Suspense fallback={<div className="rich-editor is-waiting" />}>
        <RichText
          id={id}
          labelledBy={`${id}-label`}
          describedBy={error ? `${id}-error` : undefined}
          value={String(value[name] ?? '')}
          most={MOST_CHARACTERS}
          isWhole
          lang={lang}
          onChange={(html) => set(name, html)}
        />
      </Suspense>
    </div>
  );
}

function Fields({ kind }: { kind: EditionKind }) {
  const { t } = useTranslation('legal-texts');
  const { value } = useForm();
  const [shown, setShown] = useState<(typeof LANGUAGES)[number]>('nl');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields. */}
      <div className="view-switch" role="group" aria-label={t('language.label')}>
        {LANGUAGES.map((each) => (
          <button key={each} type="button" aria-pressed={each === shown} onClick={() => setShown(each)}>
            {t(`language.${each}`)}
          </button>
        ))}
      </div>
      <p className="hint">{t('how', { centre: '{{centre}}', contact: '{{contact}}' })}</p>
      <div className="legal-editor">
        <div>
          {LANGUAGES.map((each) => (
            <div key={each} hidden={each !== shown}>
              <TextField name={each === 'en' ? 'textEn' : 'text'} lang={each} />
            </div>
          ))}
        </div>
        <section className="legal-preview" aria-label={t('preview')}>
          <h2>{t('preview')}</h2>
          <div className="card prose" lang={shown} inert>
            <TextSections text={String((shown === 'en' ? value.textEn : value.text) ?? '')} />
          </div>
        </section>
      </div>
      <FormCard title={t('publishTitle')}>
        <Field name="changeNote" label={t('changeNote')} hint={t('changeNoteHint')} />
        {kind === 'terms' ? <p className="soft">{t('termsHint')}</p> : null}
        <SubmitButton large>{t('publish')}</SubmitButton>
      </FormCard>
    </>
  );
}
