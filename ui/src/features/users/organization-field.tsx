// One organisation of many: typed, found, taken. Inside a form; its value is the organisation's id.
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../components/form/form-context.ts';
import { SuggestField } from '../../components/suggest-field.tsx';
import { findOrganizations } from './user.store.ts';

const FIELD = 'organizationId';

export function OrganizationField() {
  const { t } = useTranslation('users');
  const form = useForm();
  const id = useId();
  const [text, setText] = useState('');
  const { register } = form;
  const label = t('field.organization');

  // Without a list of what it depends on: the words follow the language.
  useEffect(() =>
    register({
      name: FIELD,
      id,
      label,
      short: undefined,
      rules: {},
      check: (value) => (value ? null : t('field.organizationNone')),
    }),
  );

  return (
    <SuggestField
      id={id}
      name={FIELD}
      label={label}
      hint={t('field.organizationHint')}
      error={form.errors[FIELD]}
      icon="building"
      value={text}
      onChange={(typed) => {
        setText(typed);
        form.set(FIELD, '');
      }}
      onTake={(taken, shown) => {
        setText(shown);
        form.set(FIELD, taken);
      }}
      suggest={async (typed, stop) =>
        (await findOrganizations(typed, stop)).map(({ id: value, name }) => ({ value, label: name }))
      }
      countLabel={(count) => t('field.organizationsFound', { count })}
    />
  );
}
