// When an organisation is open: up to three times a day.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { Form } from '../../../components/form/form.tsx';
import { FormCard } from '../../../components/layout/card.tsx';
import { draftOf } from './edit-steps.ts';
import { useKept } from './profile-parts.tsx';
import { StepEnd, type StepProps } from './step-end.tsx';

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
const TIMES_A_DAY = 3;

interface Hours {
  day: number;
  from: string;
  until: string;
}

const isEmpty = ({ from, until }: Hours): boolean => from === '' && until === '';

export function HoursStep({ found, save }: StepProps) {
  const { t } = useTranslation(['organization-map', 'social-map']);
  const { profile } = found;
  const noteId = useId();
  const [{ hours, note }, change] = useKept(draftOf(found.id, 'hours'), {
    hours: (profile?.openingHours ?? []) as readonly Hours[],
    note: profile?.openingNote ?? '',
  });
  const handleSubmit = () =>
    save({
      profile: { openingHours: hours.filter((each) => !isEmpty(each)), openingNote: note.trim() || null },
    });
  return (
    <Form onSubmit={handleSubmit} label={t('hours')}>
      <FormCard title={t('hours')}>
        <p className="hint">{t('hoursHint')}</p>
        {WEEK.map((day) => {
          const name = t(`social-map:day.${day}`);
          const known = hours.filter((each) => each.day === day);
          const shown = known.length > 0 ? known : [{ day, from: '', until: '' }];
          const set = (next: readonly Hours[]): void =>
            change({ hours: [...hours.filter((each) => each.day !== day), ...next] });
          return (
            <fieldset key={day} className="hours-day">
              <legend>{name}</legend>
              <div>
                {shown.map((each, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a time has no name but its place.
                  <div key={at} className="hours-row">
                    {(['from', 'until'] as const).map((part) => (
                      <input
                        key={part}
                        className="input"
                        type="time"
                        aria-label={t(`${part}`, { day: name })}
                        value={each[part]}
                        onChange={(event) =>
                          set(
                            shown.map((one, index) =>
                              index === at ? { ...one, [part]: event.target.value } : one,
                            ),
                          )
                        }
                      />
                    ))}
                    {isEmpty(each) ? null : (
                      <Button
                        variant="quiet"
                        small
                        icon="close"
                        aria-label={t('removeTime', { day: name, from: each.from, until: each.until })}
                        onClick={() => set(shown.filter((_, index) => index !== at))}
                      />
                    )}
                  </div>
                ))}
                {known.length > 0 && known.length < TIMES_A_DAY && !known.some(isEmpty) ? (
                  <Button
                    variant="quiet"
                    small
                    icon="plus"
                    onClick={() => set([...known, { day, from: '', until: '' }])}
                  >
                    {t('anotherTime')}
                    <span className="visually-hidden">: {name}</span>
                  </Button>
                ) : null}
              </div>
            </fieldset>
          );
        })}
        <div className="field">
          <label htmlFor={noteId}>{t('note')}</label>
          <input
            className="input"
            id={noteId}
            maxLength={200}
            placeholder={t('noteExample')}
            value={note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </div>
      </FormCard>
      <StepEnd found={found} step="hours" />
    </Form>
  );
}
