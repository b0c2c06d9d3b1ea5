// Of an activity for which people sign up: until when, until when they can leave, and with how few it goes on.
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/form/field.tsx';
import { useForm } from '../../../components/form/form-context.ts';
import { isDay } from '../../../components/form/rules.ts';
import { AT_START } from './activity-form-values.ts';

/** Minutes before the start that can be chosen; others, which another program wrote, stay to be seen. */
const BEFORE = ['60', '180', '1440', '2880', '10080'] as const;

function useBefore(chosen: string, start: string) {
  const { t } = useTranslation('activity-form');
  const isOdd = chosen !== start && !BEFORE.some((each) => each === chosen);
  return [
    { value: start, label: t('signup.before.start') },
    ...BEFORE.map((minutes) => ({ value: minutes, label: t(`signup.before.${minutes}`) })),
    ...(isOdd ? [{ value: chosen, label: t('signup.before.minutes', { count: Number(chosen) }) }] : []),
  ];
}

export function LimitFields() {
  const { t } = useTranslation('activity-form');
  const { value } = useForm();
  const { minimumParticipants: least, capacity, day } = value;
  const isTooMany = (count: unknown): boolean =>
    typeof count === 'number' && typeof capacity === 'number' && count > capacity;
  const isTooLate = (on: unknown): boolean =>
    isDay(String(on)) && isDay(String(day)) && String(on) > String(day);
  return (
    <>
      <Field
        name="closes"
        kind="select"
        label={t('signup.closes')}
        short={t('signup.closesShort')}
        rules={{ required: true }}
        choices={useBefore(String(value.closes), AT_START)}
      />
      <Field
        name="withdraw"
        kind="select"
        label={t('signup.withdraw')}
        short={t('signup.withdrawShort')}
        hint={t('signup.withdrawHint')}
        rules={{ required: true }}
        choices={useBefore(String(value.withdraw), '0')}
      />
      <Field
        name="minimumParticipants"
        kind="number"
        label={t('signup.least')}
        short={t('signup.leastShort')}
        hint={t('signup.leastHint')}
        check={(count) => (isTooMany(count) ? t('signup.leastTooMany') : null)}
      />
      {typeof least === 'number' ? (
        <Field
          name="minimumOn"
          kind="date"
          label={t('signup.decide')}
          short={t('signup.decideShort')}
          hint={t('signup.decideHint')}
          check={(on) => (isTooLate(on) ? t('signup.decideTooLate') : null)}
        />
      ) : null}
      <Field
        name="asksAfterNoShows"
        kind="checkbox"
        label={t('signup.noShows')}
        hint={t('signup.noShowsHint')}
      />
      <Field
        name="countsHours"
        kind="checkbox"
        label={t('signup.countsHours')}
        hint={t('signup.countsHoursHint')}
      />
    </>
  );
}
