// A new password: what it must be, and how good it is while you type.
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../badge.tsx';
import { Field } from './field.tsx';
import { useFieldValue } from './form-context.ts';
import { missingSigns, PASSWORD_LENGTH, passwordStrength, type Strength } from './password-strength.ts';

const TONE: Record<Exclude<Strength, 'empty'>, 'warning' | 'success' | 'neutral'> = {
  short: 'neutral',
  weak: 'warning',
  good: 'success',
  strong: 'success',
};

export function NewPasswordField({ name }: { name: string }) {
  const { t } = useTranslation('components');
  const value = useFieldValue(name);
  const typed = typeof value === 'string' ? value : '';
  const strength = passwordStrength(typed);
  return (
    <div className="field-group">
      <Field
        name={name}
        kind="password"
        label={t('password.label')}
        hint={t('password.hint')}
        autoComplete="new-password"
        rules={{ required: true, minLength: PASSWORD_LENGTH, maxLength: 128 }}
        check={(given) => (passwordStrength(String(given ?? '')) === 'weak' ? t('password.tooCommon') : null)}
      />
      <p role="status" className={strength === 'empty' ? 'visually-hidden' : undefined}>
        {strength === 'empty' ? null : (
          <StatusBadge tone={TONE[strength]}>
            {t(`password.${strength}`, { count: missingSigns(typed) })}
          </StatusBadge>
        )}
      </p>
    </div>
  );
}
