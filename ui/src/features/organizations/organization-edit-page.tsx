// The organisation's own details. Once it is approved, another name or number waits for the centre.

import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Organization, OrganizationInput } from '../../api/schema.d.ts';
import { midSentence } from '../../lib/locale/mid-sentence.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import '../../components/layout/stepper.css';
import '../../components/table/data-table.css';
import { ApiError } from '../../api/client.ts';
import { send, updateResource } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import {
  AddressFields,
  addressFromForm,
  addressToForm,
} from '../../components/form/controls/address-fields.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { FormCard } from '../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../components/layout/page-title.tsx';
import { PictureField } from '../../components/picture/picture-field.tsx';
import { normaliseError, showError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatPhone } from '../../lib/locale/phone.ts';
import { sendPicture } from '../../lib/pictures/send-picture.ts';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../lib/unsaved/unsaved.ts';
import { loadOrganization, organization } from './organization.store.ts';
import { RequestedChange } from './requested-change.tsx';
import { isWebAddress, webAddress } from './signup/signup-values.ts';
import { SocialMapSettings } from './social-map-settings.tsx';
import '../../components/table/table-tools.css';

const OrganizationManage = lazy(async () => ({
  default: (await import('./manage/organization-manage.tsx')).OrganizationManage,
}));

const SEND_LOGO = sendPicture('organization_logo');
const SEND_PHOTO = sendPicture('organization_photo');
const PHOTO_RATIO = 16 / 9;

/** What somebody asked for stands in the form: they go on from there. */
function toForm(found: Organization): FormValue {
  const wished = (part: string): string | undefined => {
    const value = (found.requestedChange as Readonly<Record<string, unknown>> | null)?.[part];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    name: wished('name') ?? found.name,
    kvkNumber: wished('kvkNumber') ?? found.kvkNumber ?? '',
    website: found.website ?? '',
    description: found.description ?? '',
    contactName: found.contactName ?? '',
    email: found.email ?? '',
    phoneNumber: found.phoneNumber ? formatPhone(found.phoneNumber) : '',
    logoUrl: found.logoUrl ?? '',
    photoUrl: found.photoUrl ?? '',
    photoAlt: found.photoAlt ?? '',
    mentorApproval: found.mentorApproval ?? false,
    mentorsSeeAll: found.mentorsSeeAll ?? false,
    ...addressToForm(found.address as unknown as Record<string, unknown> | null),
  };
}

function toAttributes(value: FormValue): OrganizationInput {
  const text = (name: string): string | null => String(value[name] ?? '').trim() || null;
  const address = addressFromForm(value);
  return {
    name: text('name') ?? '',
    kvkNumber: text('kvkNumber'),
    website: webAddress(text('website') ?? '') || null,
    description: text('description'),
    contactName: text('contactName'),
    email: text('email'),
    phoneNumber: text('phoneNumber'),
    logoUrl: text('logoUrl'),
    photoUrl: text('photoUrl'),
    photoAlt: text('photoAlt') ?? '',
    mentorApproval: value.mentorApproval === true,
    mentorsSeeAll: value.mentorsSeeAll === true,
    ...(address ? { address: { ...address, country: 'NL' } } : {}),
  };
}

/** Only what changed. */
export function changes(before: FormValue, after: FormValue): OrganizationInput {
  const old: Record<string, unknown> = { ...toAttributes(before) };
  return Object.fromEntries(
    Object.entries(toAttributes(after)).filter(
      ([name, each]) => JSON.stringify(each) !== JSON.stringify(old[name]),
    ),
  );
}

export default function OrganizationEditPage() {
  const { id = '' } = useParams();
  const shown = organization.value;
  useEffect(() => {
    organization.value = null;
    loadOrganization(id, 'update').catch((thrown: unknown) =>
      showError(normaliseError(thrown, { fatal: true })),
    );
  }, [id]);
  return shown?.id === id ? <Editing found={shown} /> : <RowSkeletons count={6} />;
}

function Editing({ found }: { found: Organization }) {
  const { t } = useTranslation('organizations');
  const { id, name, can } = found;
  const draft = `organizations/${id}`;
  const [base, setBase] = useState(() => toForm(found));
  const [round, setRound] = useState(0);
  const [hasConflict, setHasConflict] = useState(false);
  useEffect(() => () => markSaved(draft), [draft]);

  async function refresh() {
    dropDraft(draft);
    setHasConflict(false);
    setBase(toForm(await loadOrganization(id)));
    setRound((times) => times + 1);
  }

  async function handleSubmit(value: FormValue) {
    try {
      const changed = changes(base, value);
      if (Object.keys(changed).length > 0) await updateResource('organizations', id, changed);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.statusCode !== 412) throw thrown;
      setHasConflict(true);
      return [{ detail: t('edit.conflictTitle') }];
    }
    addToast({ title: t('edit.saved'), color: 'success' });
    await refresh();
    return [];
  }

  return (
    <>
      <Breadcrumb crumbs={[{ label: name, href: `/organizations/${id}` }, { label: t('page.edit') }]} />
      <PageTitle title={t('edit.title', { name })} />
      <div className="form-layout">
        <div className="stack">
          <StatusNotice found={found} onDone={() => void refresh()} />
          <RequestedChange found={found} onDone={() => void refresh()} />
          {hasConflict ? (
            <Notice tone="warning" live>
              <p>
                <strong>{t('edit.conflictTitle')}</strong>
              </p>
              <p>{t('edit.conflictText')}</p>
              <Button small onClick={() => void refresh()}>
                {t('edit.reload')}
              </Button>
            </Notice>
          ) : null}
          <Form
            key={round}
            of="organizations"
            value={{ ...base, ...readDraft<FormValue>(draft) }}
            onChange={(value) => saveDraft(draft, value)}
            onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(draft) : markSaved(draft))}
            onSubmit={handleSubmit}
            label={t('edit.title', { name })}
          >
            <FormCard title={t('edit.about')}>
              <Field name="name" label={t('field.name')} autoComplete="organization" />
              <Field name="kvkNumber" label={t('field.kvkNumber')} autoComplete="off" />
              {can.includes('oversee') || found.status !== 'approved' ? null : (
                <p className="soft">{t('edit.identityHint')}</p>
              )}
              <Field
                name="description"
                kind="textarea"
                rows={6}
                label={t('field.description')}
                hint={t('signup.descriptionHint')}
              />
              <Field
                name="website"
                label={t('field.website')}
                hint={t('signup.websiteHint')}
                check={(value) => (!value || isWebAddress(String(value)) ? null : t('signup.websiteWrong'))}
              />
            </FormCard>
            <FormCard title={t('edit.pictures')}>
              <PictureField
                name="logoUrl"
                label={t('edit.logo')}
                hint={t('edit.logoHint')}
                send={SEND_LOGO}
              />
              <PictureField
                name="photoUrl"
                altName="photoAlt"
                label={t('edit.photo')}
                hint={t('edit.photoHint')}
                ratio={PHOTO_RATIO}
                send={SEND_PHOTO}
              />
            </FormCard>
            <FormCard title={t('edit.where')}>
              <AddressFields required />
            </FormCard>
            <FormCard title={t('edit.contact')}>
              <p className="soft">{t('edit.contactHint')}</p>
              <Field name="contactName" label={t('edit.contactName')} autoComplete="name" />
              <FieldPair>
                <Field name="email" kind="email" label={t('field.email')} />
                <Field name="phoneNumber" kind="tel" label={t('field.phone')} />
              </FieldPair>
            </FormCard>
            {found.organizationType === 'School' ? (
              <FormCard title={t('edit.school')}>
                <Field
                  name="mentorApproval"
                  kind="checkbox"
                  label={t('edit.mentorApproval')}
                  hint={t('edit.mentorApprovalHint')}
                />
                <Field
                  name="mentorsSeeAll"
                  kind="checkbox"
                  label={t('edit.mentorsSeeAll')}
                  hint={t('edit.mentorsSeeAllHint')}
                />
              </FormCard>
            ) : null}
            <SubmitButton large>{t('edit.save')}</SubmitButton>
          </Form>
          <SocialMapSettings id={id} />
        </div>
        <Suspense fallback={null}>
          <OrganizationManage found={found} onDone={() => void refresh()} />
        </Suspense>
      </div>
    </>
  );
}

/** How it stands when it is not simply approved, and the way back. */
function StatusNotice({ found, onDone }: { found: Organization; onDone: () => void }) {
  const { t } = useTranslation(['organizations', 'reasons']);
  const { id, name, status, transitions, denialReason, denialText, can } = found;
  // Who decides on it is not the one that waits.
  const whose = can.includes('approve') ? 'statusOf' : 'status';
  if (status === 'approved' || status === 'deleted') return null;

  async function handleResubmit() {
    await send(STAFF_CALLS.changeOrganization, { id, body: { status: 'pending' } });
    addToast({ title: t('edit.resubmitted'), color: 'success' });
    onDone();
  }

  return (
    <Notice tone={status === 'denied' ? 'danger' : 'info'}>
      <p>
        <strong>
          {t(`edit.${whose}.${status}`, {
            name,
            reason: denialReason ? midSentence(serverWords(t)(`reasons:denial.${denialReason}`)) : '',
          })}
        </strong>
      </p>
      {status === 'denied' && denialText ? <p>{denialText}</p> : null}
      {whose === 'statusOf' && status === 'pending' ? (
        <ButtonLink small href={`/organizations/approve?open=${id}`}>
          {t('edit.review')}
        </ButtonLink>
      ) : null}
      {transitions.includes('resubmit') && whose === 'status' ? (
        <Button small onClick={() => void handleResubmit()}>
          {t('edit.resubmit')}
        </Button>
      ) : null}
    </Notice>
  );
}
