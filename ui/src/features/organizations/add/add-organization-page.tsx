// The centre adds an organisation itself: it takes part at once, without waiting for anybody.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../components/layout/stepper.css';
import '../organizations.css';
import type { NewOf } from '../../../api/params.ts';
import { createResource } from '../../../api/requests.ts';
import { ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { AddressFields, addressFromForm } from '../../../components/form/controls/address-fields.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { RegistrationFields } from '../registration-fields.tsx';
import { kvkDigits, webAddress } from '../signup/signup-values.ts';

const DRAFT = 'organizations/new';
const LIST = '/organizations';
const KINDS = ['NonProfit', 'School'] as const;

export function newOrganization(value: FormValue): NewOf<'organizations'> {
  const text = (name: string): string | null => String(value[name] ?? '').trim() || null;
  const isInitiative = value.registration === 'initiative';
  const address = addressFromForm(value);
  return {
    name: text('name') ?? '',
    organizationType: KINDS.find((kind) => kind === value.organizationType) ?? 'NonProfit',
    neighbourhoodInitiative: isInitiative,
    kvkNumber: isInitiative ? null : kvkDigits(text('kvkNumber') ?? ''),
    website: webAddress(text('website') ?? '') || null,
    description: text('description'),
    contactName: text('contactName'),
    email: text('email'),
    phoneNumber: text('phoneNumber'),
    ...(address ? { address: { ...address, country: 'NL' } } : {}),
  };
}

export default function AddOrganizationPage() {
  const { t } = useTranslation(['organization-list', 'organizations']);
  useEffect(() => () => markSaved(DRAFT), []);

  async function handleSubmit(value: FormValue) {
    const made = await createResource('organizations', newOrganization(value));
    dropDraft(DRAFT);
    markSaved(DRAFT);
    addToast({ title: t('new.added', { name: made.name }), color: 'success' });
    navigateTo(`/organizations/${made.id}`);
  }

  return (
    <div className="page-bottom">
      <Breadcrumb crumbs={[{ label: t('title'), href: LIST }, { label: t('add') }]} />
      <PageTitle title={t('add')} description={t('new.lead')} />
      <div className="form-layout">
        <Form
          of="organizations"
          value={{ organizationType: 'NonProfit', ...readDraft<FormValue>(DRAFT) }}
          onChange={(value) => saveDraft(DRAFT, value)}
          onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(DRAFT) : markSaved(DRAFT))}
          onSubmit={handleSubmit}
          label={t('add')}
        >
          <FormCard title={t('new.who')}>
            <RegistrationFields isForOther />
            <Field
              name="organizationType"
              kind="select"
              label={t('column.kind')}
              rules={{ required: true }}
              choices={KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
            />
          </FormCard>
          <FormCard title={t('new.where')}>
            <AddressFields required />
          </FormCard>
          <FormCard title={t('organizations:edit.contact')}>
            <p className="soft">{t('organizations:edit.contactHint')}</p>
            <Field name="contactName" label={t('organizations:edit.contactName')} autoComplete="off" />
            <FieldPair>
              <Field name="email" kind="email" label={t('organizations:field.email')} autoComplete="off" />
              <Field
                name="phoneNumber"
                kind="tel"
                label={t('organizations:field.phone')}
                autoComplete="off"
              />
            </FieldPair>
          </FormCard>
          <ButtonRow>
            <SubmitButton large>{t('add')}</SubmitButton>
            <ButtonLink variant="quiet" href={LIST}>
              {t('new.back')}
            </ButtonLink>
          </ButtonRow>
        </Form>
      </div>
    </div>
  );
}
