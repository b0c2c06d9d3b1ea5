// A form with its answers: what is typed is kept on the device until it is sent.
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../api/requests.ts';
import { type PublicForm, STAFF_CALLS } from '../../../api/staff-calls.ts';
import { ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { WrittenIn } from '../../../components/content/written-in.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import {
  fieldName,
  isFilled,
  type Question,
  shownQuestions,
  spoken,
} from '../../../components/form/questions/question.ts';
import { QuestionFields } from '../../../components/form/questions/question-fields.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { foreignOf } from '../../../lib/locale/text-language.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import type { ServerForm } from '../../../lib/unsaved/server-form.ts';
import { answersTyped } from './answers-typed.ts';

interface FillingProps {
  form: PublicForm;
  address: string;
  /** The server's form that this one takes the place of. */
  server: ServerForm | null;
  /** Within a page that has said what it is about: without a title of its own. */
  isPart?: boolean;
}

export function Filling({ form, address, server, isPart = false }: FillingProps) {
  const { t, i18n } = useTranslation('forms');
  const draft = `form-${address}`;
  const [value, setValue] = useState<FormValue>(() => readDraft<FormValue>(draft) ?? {});
  const [isSent, setSent] = useState(false);
  const questions = form.questions as readonly Question[];
  // Keeps the values and the focus of a visitor who began typing before the app had loaded.
  const [begun, setBegun] = useState<{ focused: string | null } | null>(null);
  const title = spoken(i18n.language, form.title, form.titleEn);
  const description = spoken(i18n.language, form.description, form.descriptionEn);

  const asked = questions.map(({ text, textEn }) => spoken(i18n.language, text, textEn));
  const lang = foreignOf(title, description, ...asked);

  function handleChange(next: FormValue) {
    setValue(next);
    saveDraft(draft, next);
  }

  // Before the first paint, so that the cursor never leaves its place.
  useLayoutEffect(() => {
    const typed = server?.read();
    if (!typed) return;
    handleChange({ ...value, ...answersTyped(questions, typed.values) });
    setBegun({ focused: typed.focused });
  });

  useLayoutEffect(() => {
    if (begun?.focused) focusField(begun.focused.replace(/^a\./, 'answers.'));
  }, [begun]);

  async function handleSubmit(given: FormValue) {
    const shown = shownQuestions(questions, given).filter(
      (question) => question.questionType !== 'info_section',
    );
    const answers = Object.fromEntries(
      shown
        .map((question) => [question.id ?? '', given[fieldName(question)]] as const)
        .filter(([, answer]) => isFilled(answer)),
    );
    const { meta } = await send(STAFF_CALLS.submitForm, {
      id: address,
      body: { answers, locale: i18n.language === 'en' ? 'en' : 'nl', startedAt: form.openedAt, website: '' },
    });
    dropDraft(draft);
    if (meta.thanksPath) navigateTo(meta.thanksPath);
    else setSent(true);
  }

  if (isSent) {
    return (
      <div className="stack" role="status">
        {isPart ? <h3>{t('sent')}</h3> : <PageTitle title={t('sent')} />}
        <p className="as-typed">{spoken(i18n.language, form.thanks, form.thanksEn) || t('sentText')}</p>
        {isPart ? null : (
          <ButtonRow>
            <ButtonLink href="/" large>
              {t('home')}
            </ButtonLink>
          </ButtonRow>
        )}
      </div>
    );
  }
  return (
    <>
      {isPart ? null : <PageTitle title={<span lang={lang}>{title}</span>} />}
      {isPart ? null : <WrittenIn lang={lang} />}
      {form.organizationName ? <p>{t('from', { organization: form.organizationName })}</p> : null}
      {description && !isPart ? (
        <p className="as-typed" lang={lang}>
          {description}
        </p>
      ) : null}
      {form.state === 'open' ? (
        <Form
          key={begun ? 'begun' : 'new'}
          value={value}
          onChange={handleChange}
          onSubmit={handleSubmit}
          label={title}
          className="stack"
        >
          <div className="stack" lang={lang}>
            <QuestionFields questions={questions} value={value} />
          </div>
          {form.erasedAfter ? (
            <p className="hint">{t('erased', { day: formatDate(form.erasedAfter) })}</p>
          ) : null}
          <ButtonRow>
            <SubmitButton>{t('send')}</SubmitButton>
          </ButtonRow>
        </Form>
      ) : (
        <p>{form.opensOn ? t('state.opens', { day: formatDate(form.opensOn) }) : t(`state.${form.state}`)}</p>
      )}
    </>
  );
}

function focusField(name: string): void {
  const field = document.querySelector<HTMLElement>(`main [name="${CSS.escape(name)}"]`);
  field?.focus();
  if (field instanceof HTMLInputElement && field.type === 'text') field.setSelectionRange(-1, -1);
}
