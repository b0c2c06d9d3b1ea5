// Asking for help, or offering it, in five questions: one a screen, back and forth with nothing lost. With an account it
// is sent in at once; without one a mail asks to confirm it.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { HELP_CALLS } from '../../../api/help-calls.ts';
import { createResource, send } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { HelpLines, SafetyAgreement } from '../../../components/content/safety-rules.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import type { Problem } from '../../../components/form/problems.ts';
import { proseOf } from '../../../components/form/prose.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { QuestionPanel } from '../../../components/layout/question-panel.tsx';
import { centreMeta } from '../../../lib/centre/centre.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { HelpCard } from './help-card.tsx';
import { FREQUENCIES, type HelpFrequency, type HelpKind, KINDS } from './help-kinds.ts';
import { ASK_PATH, OWN_PATH, PUBLIC_PATH, requestPath } from './request-steps.ts';
import '../../../components/content/category-tile.css';
import '../../../components/content/vacancy-card.css';
import '../../../components/layout/step-form.css';
import './help-requests.css';

const LEAST_WORDS = 50;

/** The fields of each question, by which a problem finds the screen that it belongs to. */
const STEPS = [
  ['helpKind'],
  ['title', 'description'],
  ['helpFrequency', 'schedule'],
  ['postalCode'],
  ['firstName', 'email', 'phoneNumber', 'isOldEnough', 'agreesToSafetyRules', 'consent'],
] as const;

const EMPTY: FormValue = {
  helpKind: '',
  title: '',
  description: '',
  helpFrequency: '',
  schedule: '',
  postalCode: '',
  firstName: '',
  email: '',
  phoneNumber: '',
  isOldEnough: false,
  agreesToSafetyRules: false,
  consent: false,
};

const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

/** The name of a field in the API, as the form knows it. */
const NAMES: Readonly<Record<string, string>> = {
  'address/postal_code': 'postalCode',
  'address.postalCode': 'postalCode',
};

function stepOfField(field: string | undefined): number {
  const name = field === undefined ? '' : (NAMES[field] ?? field);
  return STEPS.findIndex((fields) => (fields as readonly string[]).includes(name));
}

/** Once is between two people; more often goes by the name that it has at the centre. */
function typeOf(frequency: string) {
  const types = centreMeta.value.vacancyTypes;
  const often = (['one-on-one', 'neighbour-help'] as const).find((each) => types.includes(each));
  return frequency === 'often' && often ? often : 'p2p';
}

export default function AskPage() {
  const isOffer = useQuery().get('aanbod') === '1';
  return <Asking key={String(isOffer)} isOffer={isOffer} />;
}

function Asking({ isOffer }: { isOffer: boolean }) {
  const { t } = useTranslation(['help-ask', 'help-requests']);
  const query = useQuery();
  const draft = isOffer ? 'help-requests/offer' : 'help-requests/ask';
  const [value, setValue] = useState<FormValue>(() => ({ ...EMPTY, ...readDraft<FormValue>(draft) }));
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ step: number; text: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isGuest = !isSignedIn.value;
  const last = STEPS.length - 1;
  const asked = Number(query.get('vraag') ?? '1') - 1;
  const step = Number.isInteger(asked) && asked >= 0 && asked <= last ? asked : 0;
  const shown = useRef(step);

  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  const hrefOf = (to: number): string => {
    const params = new URLSearchParams(isOffer ? { aanbod: '1' } : {});
    if (to > 0) params.set('vraag', String(to + 1));
    const text = params.toString();
    return text === '' ? ASK_PATH : `${ASK_PATH}?${text}`;
  };

  function keep(changed: FormValue) {
    setValue(changed);
    saveDraft(draft, changed);
  }

  async function handleSubmit(changed: FormValue): Promise<readonly Problem[]> {
    keep(changed);
    setRefused(null);
    if (step < last) {
      navigateTo(hrefOf(step + 1));
      return [];
    }
    try {
      await (isGuest ? sendAsGuest(changed) : sendAsMember(changed));
      return [];
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.problems.length === 0) throw thrown;
      const problems = thrown.problems.map((problem) => ({
        ...problem,
        ...(problem.field === undefined ? {} : { field: NAMES[problem.field] ?? problem.field }),
      }));
      const elsewhere = problems.find(({ field }) => {
        const of = stepOfField(field);
        return of >= 0 && of < last;
      });
      if (!elsewhere) return problems;
      // The question that it is about, with what is wrong.
      const of = stepOfField(elsewhere.field);
      setRefused({ step: of, text: elsewhere.detail });
      navigateTo(hrefOf(of));
      return [];
    }
  }

  async function sendAsGuest(from: FormValue) {
    const { meta } = await send(HELP_CALLS.ask, {
      body: {
        offersHelp: isOffer,
        helpKind: textOf(from, 'helpKind') as HelpKind,
        helpFrequency: textOf(from, 'helpFrequency') as HelpFrequency,
        title: textOf(from, 'title'),
        description: textOf(from, 'description'),
        schedule: textOf(from, 'schedule') || null,
        postalCode: textOf(from, 'postalCode'),
        firstName: textOf(from, 'firstName'),
        email: textOf(from, 'email'),
        phoneNumber: textOf(from, 'phoneNumber') || null,
        isOldEnough: from.isOldEnough === true,
        agreesToSafetyRules: from.agreesToSafetyRules === true,
        consent: from.consent === true,
      },
    });
    dropDraft(draft);
    setSentTo(meta.sentTo ?? textOf(from, 'email'));
  }

  async function sendAsMember(from: FormValue) {
    const frequency = textOf(from, 'helpFrequency') as HelpFrequency;
    const { id } = await createResource('vacancies', {
      title: textOf(from, 'title'),
      vacancyType: typeOf(frequency),
      description: proseOf(textOf(from, 'description')),
      schedule: textOf(from, 'schedule') || null,
      offersHelp: isOffer,
      helpKind: textOf(from, 'helpKind') as HelpKind,
      helpFrequency: frequency,
      agreesToSafetyRules: from.agreesToSafetyRules === true,
      address: { postalCode: textOf(from, 'postalCode'), country: 'NL' },
    });
    dropDraft(draft);
    try {
      await send(STAFF_CALLS.vacancyStep, { id, body: { event: 'submit' } });
    } catch (thrown) {
      // It is kept: what is missing is said on the screen of the draft.
      navigateTo(requestPath(id), { replace: true });
      throw thrown;
    }
    addToast({ id: 'help-request', title: t('help-requests:done.submit'), color: 'success' });
    navigateTo(OWN_PATH);
  }

  if (sentTo !== null)
    return (
      <QuestionPanel icon="mail" title={t('sent.title')} focus>
        <p>{t('sent.text', { email: sentTo })}</p>
        <p className="soft">{t('sent.spam')}</p>
        <ButtonLink href={PUBLIC_PATH}>{t('sent.back')}</ButtonLink>
      </QuestionPanel>
    );
  const title = t(isOffer ? 'titleOffer' : 'title');
  const side = isOffer ? 'offer' : 'ask';
  const kind = textOf(value, 'helpKind') as HelpKind | '';
  return (
    <div className="page-bottom">
      <Breadcrumb
        crumbs={[{ label: t('help-requests:title'), href: PUBLIC_PATH }, { label: t(`crumb.${side}`) }]}
      />
      <PageTitle title={title} description={t('intro')} />
      <div className="step-layout">
        <div className="stack">
          <h2 ref={heading} tabIndex={-1} className="ask-step">
            {t('step', { at: step + 1, of: STEPS.length })}
          </h2>
          {refused && refused.step === step ? (
            <Notice tone="danger" live>
              {refused.text}
            </Notice>
          ) : null}
          <Form
            key={step}
            of={step === last ? 'registrations' : 'vacancies'}
            value={value}
            onChange={keep}
            onSubmit={handleSubmit}
            label={title}
          >
            <FormCard title={t(`question.${step + 1}.${side}` as 'question.1.ask')}>
              {step === 0 ? (
                <Field
                  name="helpKind"
                  kind="radio"
                  label={t(`kindLabel.${side}`)}
                  rules={{ required: true }}
                  choices={KINDS.map(({ key }) => ({
                    value: key,
                    label: t(`help-requests:helpKind.${key}`),
                  }))}
                />
              ) : null}
              {step === 1 ? (
                <>
                  <Field
                    name="title"
                    label={t('inShort')}
                    hint={t(`help-requests:field.${isOffer ? 'titleOfferHint' : 'titleHint'}`)}
                    rules={{ required: true }}
                  />
                  <Field
                    name="description"
                    kind="textarea"
                    label={t('inSentences')}
                    hint={t('noNames')}
                    rules={{ required: true }}
                    check={(text) =>
                      String(text ?? '').trim().length < LEAST_WORDS
                        ? t('help-requests:field.descriptionMore')
                        : null
                    }
                    rows={6}
                  />
                </>
              ) : null}
              {step === 2 ? (
                <>
                  <Field
                    name="helpFrequency"
                    kind="radio"
                    label={t('help-requests:often')}
                    rules={{ required: true }}
                    choices={FREQUENCIES.map((each) => ({
                      value: each,
                      label: t(`help-requests:frequency.${each}`),
                    }))}
                  />
                  <Field
                    name="schedule"
                    label={t('help-requests:field.schedule')}
                    hint={t('help-requests:field.scheduleHint')}
                  />
                </>
              ) : null}
              {step === 3 ? (
                <Field
                  name="postalCode"
                  label={t('fourDigits')}
                  hint={t('fourDigitsHint')}
                  rules={{ required: true }}
                  check={(text) =>
                    /^[1-9]\d{3}(\s?[A-Za-z]{2})?$/.test(String(text ?? '').trim())
                      ? null
                      : t('fourDigitsWrong')
                  }
                  autoComplete="postal-code"
                  narrow
                />
              ) : null}
              {step === last ? <WhoFields isGuest={isGuest} /> : null}
            </FormCard>
            <ButtonRow>
              <SubmitButton large>{t(step < last ? 'next' : 'send')}</SubmitButton>
              <ButtonLink href={step > 0 ? hrefOf(step - 1) : PUBLIC_PATH} variant="quiet">
                {t(step > 0 ? 'previous' : 'cancel')}
              </ButtonLink>
            </ButtonRow>
          </Form>
          {step === last ? <HelpLines /> : null}
        </div>
        <aside className="live-preview" aria-labelledby="ask-preview">
          <h2 id="ask-preview">{t('preview')}</h2>
          <HelpCard
            vacancy={{
              title: textOf(value, 'title') || t('previewTitle'),
              description: proseOf(textOf(value, 'description')),
              organizationName: textOf(value, 'firstName') || t('previewName'),
              helpKind: kind === '' ? null : kind,
              helpFrequency: (textOf(value, 'helpFrequency') as HelpFrequency) || null,
              schedule: textOf(value, 'schedule') || null,
              postalCode: textOf(value, 'postalCode') || null,
              city: null,
              distanceKm: null,
              publishedAt: null,
              offersHelp: isOffer,
            }}
          />
          <ol className="how-it-goes">
            {(['read', 'answer', 'choose'] as const).map((each) => (
              <li key={each}>{t(`how.${each}`)}</li>
            ))}
          </ol>
        </aside>
      </div>
    </div>
  );
}

function WhoFields({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation('help-ask');
  return (
    <>
      {isGuest ? (
        <>
          <p className="soft">{t('noAccount')}</p>
          <Field
            name="firstName"
            label={t('firstName')}
            rules={{ required: true }}
            autoComplete="given-name"
          />
          <Field
            name="email"
            kind="email"
            label={t('email')}
            hint={t('onlyUs')}
            rules={{ required: true }}
            autoComplete="email"
          />
          <Field name="phoneNumber" kind="tel" label={t('phone')} hint={t('onlyUs')} autoComplete="tel" />
          <Field
            name="isOldEnough"
            kind="checkbox"
            label={t('is16')}
            hint={t('is16Hint')}
            rules={{ required: true }}
          />
        </>
      ) : null}
      <SafetyAgreement />
      {isGuest ? (
        <Field
          name="consent"
          kind="checkbox"
          label={t('consent')}
          hint={t('consentHint')}
          rules={{ required: true }}
        />
      ) : null}
    </>
  );
}
