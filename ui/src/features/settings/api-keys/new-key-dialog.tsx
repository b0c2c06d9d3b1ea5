// What a new key may do, for which organisation and until when. The password is asked once more: a key lasts.
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf } from '../../../api/hooks.ts';
import { listResource, send } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { SuggestedChoice } from '../../../components/form/controls/suggested-choice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormValue, useFieldValue } from '../../../components/form/form-context.ts';
import { CurrentPasswordField } from '../../../components/password/current-password-field.tsx';

const SCOPES = ['read_public', 'read_organization', 'write_vacancies'] as const;

export type Scope = (typeof SCOPES)[number];

const scopesOf = (value: unknown): readonly Scope[] =>
  SCOPES.filter((scope) => Array.isArray(value) && value.some((one) => one === scope));

const needsOrganization = (value: unknown): boolean =>
  scopesOf(value).some((scope) => scope !== 'read_public');

async function findOrganizations(text: string, signal: AbortSignal) {
  try {
    const { items } = await listResource(
      'organizations',
      { filter: { nameCont: text.trim(), statusEq: 'approved' }, sort: 'name', page: { size: 8 } },
      { signal },
    );
    return items.map(({ id, name }) => ({ value: id, label: name }));
  } catch {
    return [];
  }
}

interface NewKeyDialogProps {
  onClose: () => void;
  onMade: (made: { name: string; secret: string }) => void;
}

export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const { t } = useTranslation('api-keys');

  async function handleSubmit(value: FormValue) {
    const name = String(value.name ?? '').trim();
    const { meta } = await send(STAFF_CALLS.makeApiKey, {
      body: {
        name,
        scopes: scopesOf(value.scopes),
        ...(needsOrganization(value.scopes) ? { organizationId: String(value.organizationId ?? '') } : {}),
        expiresOn: String(value.expiresOn ?? ''),
        currentPassword: String(value.currentPassword ?? ''),
      },
    });
    onClose();
    onMade({ name, secret: meta.secret ?? '' });
    await refresh(keyOf('/api_keys'));
  }

  return (
    <Dialog
      open
      title={t('add')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="api_key_forms"
          value={{ name: '', scopes: [], organizationId: '', expiresOn: '' }}
          onSubmit={handleSubmit}
          label={t('add')}
        >
          {content}
        </Form>
      )}
      footer={<SubmitButton>{t('make')}</SubmitButton>}
    >
      <Field name="name" label={t('name')} hint={t('nameHint')} />
      <Field
        name="scopes"
        kind="checkboxes"
        label={t('scopes')}
        choices={SCOPES.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))}
      />
      <OrganizationField />
      <Field name="expiresOn" kind="date" label={t('expiresOn')} hint={t('expiresOnHint')} />
      <CurrentPasswordField hint={t('passwordHint')} />
    </Dialog>
  );
}

function OrganizationField() {
  const { t } = useTranslation('api-keys');
  if (!needsOrganization(useFieldValue('scopes'))) return null;
  return (
    <SuggestedChoice
      name="organizationId"
      label={t('organisation')}
      hint={t('organisationHint')}
      none={t('organisationNone')}
      icon="building"
      suggest={findOrganizations}
      countLabel={(count) => t('organisationsFound', { count })}
    />
  );
}
