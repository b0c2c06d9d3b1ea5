// The password of now, with the address, so that a keeper of passwords knows whose it is.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { credentials } from '../../lib/session/session.ts';
import { Field } from '../form/field.tsx';

export function CurrentPasswordField({ hint }: { hint?: ReactNode }) {
  const { t } = useTranslation('components');
  return (
    <>
      <input
        hidden
        readOnly
        type="text"
        name="username"
        autoComplete="username"
        value={credentials.value?.uid ?? ''}
      />
      <Field
        name="currentPassword"
        kind="password"
        label={t('password.current')}
        hint={hint}
        rules={{ required: true }}
        autoComplete="current-password"
      />
    </>
  );
}
