// Asking for help on one screen: what, when, where. Who reads along sees a first name and a place; the centre reads first.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useResource } from '../../../api/hooks.ts';
import { createResource, send, updateResource } from '../../../api/requests.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button } from '../../../components/actions/button.tsx';
import { HelpLines, SafetyAgreement } from '../../../components/content/safety-rules.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { addressFromForm, addressToForm } from '../../../components/form/controls/address-fields.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormValue, useForm } from '../../../components/form/form-context.ts';
import { paragraphsOf, proseOf } from '../../../components/form/prose.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { centreMeta } from '../../../lib/centre/centre.ts';
import { forbidden, normaliseError, showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { FREQUENCIES, type HelpFrequency, type HelpKind, KINDS } from './help-kinds.ts';
import { NEW_PATH, OWN_PATH, requestPath } from './request-steps.ts';
import './help-requests.css';

const LEAST_WORDS = 50;
const LONGEST = 2000;
const BETWEEN_PEOPLE = ['one-on-one', 'neighbour-help', 'p2p'] as const;
type Kind = (typeof BETWEEN_PEOPLE)[number];

const offeredKinds = (): readonly Kind[] =>
  BETWEEN_PEOPLE.filter((kind) => centreMeta.value.vacancyTypes.includes(kind));

export default function RequestFormPage() {
  const { id } = useParams();
  const isOffer = useQuery().get('aanbod') === '1';
  return id === undefined ? (
    <Editing key={`${NEW_PATH}${isOffer}`} found={null} isOffer={isOffer} />
  ) : (
    <Loaded key={id} id={id} />
  );
}

function Loaded({ id }: { id: string }) {
  const { item: found, error } = useResource('vacancies', id, { include: 'address' }, { isNew: true });
  const isShut = found !== null && (!found.isHelpRequest || !found.can.includes('update'));
  useEffect(() => {
    if (error) showError(normaliseError(error, { fatal: true }));
    else if (isShut) showError(forbidden());
  }, [error, isShut]);
  return found && !isShut ? <Editing found={found} isOffer={found.offersHelp} /> : <RowSkeletons count={6} />;
}

function toForm(found: Vacancy | null): FormValue {
  return {
    title: found?.title ?? '',
    vacancyType: found?.vacancyType ?? offeredKinds()[0] ?? 'p2p',
    description: paragraphsOf(found?.description ?? ''),
    helpKind: found?.helpKind ?? '',
    helpFrequency: found?.helpFrequency ?? '',
    schedule: found?.schedule ?? '',
    agreesToSafetyRules: found?.agreesToSafetyRules ?? false,
    ...addressToForm(found?.address as Readonly<Record<string, unknown>> | null | undefined),
  };
}

const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

function toAttributes(value: FormValue) {
  const address = addressFromForm(value);
  return {
    title: textOf(value, 'title'),
    vacancyType: textOf(value, 'vacancyType') as Kind,
    description: proseOf(textOf(value, 'description')),
    helpKind: (textOf(value, 'helpKind') as HelpKind) || null,
    helpFrequency: (textOf(value, 'helpFrequency') as HelpFrequency) || null,
    schedule: textOf(value, 'schedule') || null,
    agreesToSafetyRules: value.agreesToSafetyRules === true,
    ...(address ? { address: { ...address, country: 'NL' } } : {}),
  };
}

function Editing({ found, isOffer }: { found: Vacancy | null; isOffer: boolean }) {
  const { t } = useTranslation(['help-requests', 'routes', 'components', 'safety-rules']);
  const draft = `help-requests/${found?.id ?? (isOffer ? 'new-offer' : 'new')}`;
  const base = toForm(found);
  // What is online or over is read again by the centre as a change: it is not sent in anew.
  const isDraft = found === null || found.status === 'draft';
  const title = found ? t('routes:helpRequest.title') : t(isOffer ? 'offer' : 'routes:newHelpRequest.title');
  const kinds = offeredKinds();
  useEffect(() => () => markSaved(draft), [draft]);

  async function save(value: FormValue): Promise<string> {
    const { title: asked, ...rest } = toAttributes(value);
    const saved = found
      ? await updateResource('vacancies', found.id, { title: asked, ...rest })
      : await createResource('vacancies', { title: asked, offersHelp: isOffer, ...rest });
    dropDraft(draft);
    markSaved(draft);
    return saved.id;
  }

  async function handleSubmit(value: FormValue) {
    const id = await save(value);
    if (isDraft) {
      try {
        await send(STAFF_CALLS.vacancyStep, { id, body: { event: 'submit' } });
      } catch (thrown) {
        // It is kept: what is missing is said on the screen of the draft.
        if (!found) navigateTo(requestPath(id), { replace: true });
        throw thrown;
      }
    }
    addToast({ id: 'help-request', title: t(isDraft ? 'done.submit' : 'done.changed'), color: 'success' });
    navigateTo(OWN_PATH);
    return [];
  }

  return (
    <div className="page-bottom">
      <Breadcrumb crumbs={[{ label: t('routes:helpRequests.title'), href: OWN_PATH }, { label: title }]} />
      <PageTitle title={title} description={t(isOffer ? 'formIntroOffer' : 'formIntro')} />
      {found?.moderationMessage && found.moderationState === 'needs_work' ? (
        <Notice tone="warning">
          <p>
            <strong>{t('fromCentre')}</strong>
          </p>
          <p>{found.moderationMessage}</p>
        </Notice>
      ) : null}
      <Form
        of="vacancies"
        value={{ ...base, ...readDraft<FormValue>(draft) }}
        onChange={(value) => saveDraft(draft, value)}
        onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(draft) : markSaved(draft))}
        onSubmit={handleSubmit}
        label={title}
      >
        <FormCard title={t(isOffer ? 'whatOffer' : 'what')}>
          <Field
            name="title"
            label={t(isOffer ? 'field.titleOffer' : 'field.title')}
            hint={t(isOffer ? 'field.titleOfferHint' : 'field.titleHint')}
          />
          <Field
            name="description"
            kind="textarea"
            label={t('field.description')}
            short={t('field.descriptionShort')}
            hint={t(isOffer ? 'field.descriptionOfferHint' : 'field.descriptionHint')}
            rules={{ required: true, maxLength: LONGEST }}
            check={(text) =>
              String(text ?? '').trim().length < LEAST_WORDS ? t('field.descriptionMore') : null
            }
            rows={6}
          />
          {kinds.length > 1 ? (
            <Field
              name="vacancyType"
              kind="radio"
              label={t('field.kind')}
              choices={kinds.map((kind) => ({
                value: kind,
                label: t(`kind.${kind}`),
                hint: t(`kindHint.${kind}`),
              }))}
            />
          ) : null}
          <Field
            name="helpKind"
            kind="select"
            label={t('kinds')}
            choices={KINDS.map(({ key }) => ({ value: key, label: t(`helpKind.${key}`) }))}
          />
          <Field
            name="helpFrequency"
            kind="select"
            label={t('often')}
            choices={FREQUENCIES.map((each) => ({ value: each, label: t(`frequency.${each}`) }))}
          />
          <Field name="schedule" label={t('field.schedule')} hint={t('field.scheduleHint')} />
        </FormCard>
        <FormCard title={t('where')}>
          <p>{t('whereText')}</p>
          <Field
            name="address.city"
            label={t('components:address.city')}
            rules={{ required: true }}
            autoComplete="address-level2"
          />
          <Field
            name="address.postalCode"
            label={t('components:address.postal_code')}
            rules={{ required: true }}
            check={(text) =>
              /^[1-9]\d{3}(\s?[A-Za-z]{2})?$/.test(String(text ?? '').trim()) ? null : t('field.postalCode')
            }
            autoComplete="postal-code"
          />
          <Field name="address.street" label={t('components:address.street')} autoComplete="address-line1" />
          <Field name="address.houseNumber" label={t('components:address.house_number')} autoComplete="off" />
        </FormCard>
        <FormCard title={t('safety-rules:title')}>
          <SafetyAgreement isTitled />
        </FormCard>
        <HelpLines />
        <Notice>
          <p>{t('privacy')}</p>
        </Notice>
        <div className="button-row">
          <SubmitButton>{isDraft ? t('send') : t('save')}</SubmitButton>
          {isDraft ? <KeepButton save={save} /> : null}
        </div>
      </Form>
    </div>
  );
}

/** Saves the form as a draft of the help request on the server. */
function KeepButton({ save }: { save: (value: FormValue) => Promise<string> }) {
  const { t } = useTranslation('help-requests');
  const form = useForm();
  async function handleKeep() {
    try {
      await save(form.value);
      addToast({ id: 'help-request', title: t('done.kept'), color: 'success' });
      navigateTo(OWN_PATH);
    } catch (thrown) {
      addToast({ id: 'help-request', title: normaliseError(thrown).message || t('failed'), color: 'danger' });
    }
  }
  return <Button onClick={() => void handleKeep()}>{t('keep')}</Button>;
}
