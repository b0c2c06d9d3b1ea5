// What is filled in of a person, in a form for a new one and in one for changes.

import { useTranslation } from 'react-i18next';
import type { User, UserInput } from '../../../api/schema.d.ts';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';

const GENDERS = ['female', 'male', 'other'] as const;
const LOCALES = ['nl', 'en'] as const;

const TEXTS = ['firstName', 'lastName', 'phoneNumber', 'jobTitle', 'gender', 'birthDate', 'locale'] as const;

export function toForm(user: User): FormValue {
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, user[name] ?? ''])),
    phoneNumber: formatPhone(user.phoneNumber ?? ''),
    canExport: user.canExport ?? false,
  };
}

/** Only what changed; a field that was emptied is null. */
export function changes(before: FormValue, after: FormValue): UserInput {
  const text = (value: FormValue, name: string): string => String(value[name] ?? '').trim();
  const changed = TEXTS.filter((name) => text(before, name) !== text(after, name)).map(
    (name) => [name, text(after, name) || null] as const,
  );
  const found: UserInput = Object.fromEntries(changed);
  if (before.canExport !== after.canExport) found.canExport = after.canExport === true;
  return found;
}

export function NameFields({ required }: { required: boolean }) {
  const { t } = useTranslation('users');
  const rules = { required };
  return (
    <FieldPair>
      <Field name="firstName" label={t('field.firstName')} autoComplete="off" rules={rules} />
      <Field name="lastName" label={t('field.lastName')} autoComplete="off" rules={rules} />
    </FieldPair>
  );
}

export function ReachFields() {
  const { t } = useTranslation('users');
  return (
    <FieldPair>
      <Field
        name="phoneNumber"
        kind="tel"
        label={t('field.phoneNumber')}
        hint={t('field.phoneNumberHint')}
        autoComplete="off"
      />
      <Field name="jobTitle" label={t('field.jobTitle')} hint={t('field.jobTitleHint')} autoComplete="off" />
    </FieldPair>
  );
}

export function LocaleField() {
  const { t } = useTranslation('users');
  return (
    <Field
      name="locale"
      kind="select"
      label={t('field.locale')}
      hint={t('field.localeHint')}
      rules={{ required: true }}
      choices={LOCALES.map((value) => ({ value, label: t(`locale.${value}`) }))}
    />
  );
}

export function AboutFields() {
  const { t } = useTranslation('users');
  return (
    <FieldPair>
      <Field
        name="gender"
        kind="select"
        label={t('field.gender')}
        choices={GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))}
      />
      <Field name="birthDate" kind="date" label={t('field.birthDate')} />
    </FieldPair>
  );
}
