// After how many days without an answer what happens to an application.
import { useTranslation } from 'react-i18next';
import { Field } from '../../components/form/field.tsx';
import { FormCard } from '../../components/layout/card.tsx';

export const CLOCK_STEPS = ['remindAfterDays', 'tellAfterDays', 'chaseAfterDays', 'closeAfterDays'] as const;

export function ClockCard() {
  const { t } = useTranslation('settings');
  return (
    <FormCard title={t('clock.title')}>
      <p className="soft">{t('clock.text')}</p>
      {CLOCK_STEPS.map((name) => (
        <Field
          key={name}
          name={name}
          kind="number"
          narrow
          rules={{ required: true }}
          label={t(`field.${name}`)}
          hint={t(`clock.${name}`)}
        />
      ))}
    </FormCard>
  );
}

/** How long a paper still counts after its last day. */
export function CheckGraceCard() {
  const { t } = useTranslation('settings');
  return (
    <FormCard title={t('checks.title')}>
      <p className="soft">{t('checks.text')}</p>
      <Field
        name="checkGraceDays"
        kind="number"
        narrow
        rules={{ required: true }}
        label={t('field.checkGraceDays')}
        hint={t('checks.graceDays')}
      />
    </FormCard>
  );
}
