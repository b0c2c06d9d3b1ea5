// The three steps that both step forms have: who, when, and a look at what was filled in.
import { useTranslation } from 'react-i18next';
import { Field } from '../../components/form/field.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { type FormConstraints, isEmpty } from '../../components/form/rules.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { Facts } from './test-page.tsx';

export const STEPS = ['who', 'when', 'check'] as const;
export type StepKey = (typeof STEPS)[number];

/** The fields of each step that is filled in. */
export const FIELDS = { who: ['name', 'email'], when: ['day', 'time'], check: ['agree'] } as const;
export type StepField = (typeof FIELDS)[StepKey][number];

export const RULES = {
  name: { required: true },
  email: { required: true, format: 'email' },
  day: { required: true, format: 'date' },
  time: { format: 'time' },
  agree: { required: true, type: 'boolean' },
} as const satisfies FormConstraints;

export const isStep = (value: string | null): value is StepKey => STEPS.some((step) => step === value);

export function StepFields({ step, value }: { step: StepKey; value: FormValue }) {
  const { t } = useTranslation('test-pages');
  if (step === 'who') {
    return (
      <>
        <Field name="name" label={t('steps.name')} />
        <Field name="email" kind="email" label={t('steps.email')} />
      </>
    );
  }
  if (step === 'when') {
    return (
      <>
        <Field name="day" kind="date" label={t('steps.day')} />
        <Field name="time" label={t('steps.time')} placeholder="19:30" narrow />
      </>
    );
  }
  return (
    <>
      <Facts
        facts={[...FIELDS.who, ...FIELDS.when].map(
          (name) => [t(`steps.${name}`), textOf(value, name)] as const,
        )}
      />
      <Field name="agree" kind="checkbox" label={t('steps.agree')} />
    </>
  );
}

function textOf(value: FormValue, name: StepField): string {
  const given = value[name];
  if (isEmpty(given)) return '';
  return name === 'day' ? formatDate(String(given)) : String(given);
}
