// One date moved or cancelled, alone or with all after it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIVITY_CALLS } from '../../api/activity-calls.ts';
import { ApiError } from '../../api/client.ts';
import { send } from '../../api/requests.ts';
import type { ActivityOccurrence } from '../../api/schema.d.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../components/form/form.tsx';
import { type FormValue, useFieldValue } from '../../components/form/form-context.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { clockOf, dayOf, longDay } from '../../lib/locale/local-time.ts';
import { typedClock } from './form/clock.ts';

interface DateDialogProps {
  date: ActivityOccurrence;
  /** Those after it that are still to come. */
  later: readonly ActivityOccurrence[];
  onClose: () => void;
  onDone: () => void;
}

export function DateDialog({ date, later, onClose, onDone }: DateDialogProps) {
  const { t } = useTranslation(['activities', 'components']);
  const [isCancelling, setIsCancelling] = useState(false);
  const day = longDay(dayOf(date.startsLocal));
  const title = t(isCancelling ? 'date.cancelTitle' : 'date.title', { day });

  async function handleSubmit(value: FormValue) {
    const scope = value.scope === 'later' ? 'later' : 'one';
    const reason = String(value.reason ?? '').trim() || null;
    try {
      await change(value, scope, reason);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.problems.length === 0) throw thrown;
      return thrown.problems.map((each) => ({ ...each, field: IN_FORM[each.field] ?? each.field }));
    }
    const count = scope === 'later' ? later.length + 1 : 1;
    addToast({
      id: 'date',
      title: t(isCancelling ? 'date.cancelled' : 'date.saved', { count }),
      color: 'success',
    });
    onClose();
    onDone();
    return [];
  }

  async function change(value: FormValue, scope: 'one' | 'later', reason: string | null) {
    if (isCancelling) await send(ACTIVITY_CALLS.cancelOccurrence, { id: date.id, body: { scope, reason } });
    else {
      const times = date.allDay ? {} : { from: typedClock(value.starts), until: typedClock(value.ends) };
      const body = {
        scope,
        reason,
        ...times,
        ...(scope === 'one' ? { day: String(value.day) } : {}),
      } as const;
      await send(ACTIVITY_CALLS.moveOccurrence, { id: date.id, body });
    }
  }

  return (
    <Dialog
      open
      title={title}
      description={isCancelling ? t('date.cancelText') : undefined}
      onClose={onClose}
    >
      <Form
        of="activity_occurrence_changes"
        label={title}
        value={{
          scope: 'one',
          day: dayOf(date.startsLocal),
          starts: clockOf(date.startsLocal),
          ends: clockOf(date.endsLocal),
          reason: date.reason ?? '',
        }}
        onSubmit={handleSubmit}
      >
        {later.length > 0 && (isCancelling || !date.allDay) ? (
          <Field
            name="scope"
            kind="radio"
            label={t('date.scope')}
            rules={{ required: true }}
            choices={[
              { value: 'one', label: t('date.one'), hint: day },
              {
                value: 'later',
                label: t('date.later'),
                hint: t('date.laterHint', { count: later.length + 1 }),
              },
            ]}
          />
        ) : null}
        {isCancelling ? null : <TimeFields allDay={date.allDay} />}
        <Field name="reason" label={t('date.why')} short={t('date.whyShort')} hint={t('date.whyHint')} />
        <ButtonRow between>
          {isCancelling ? (
            <Button variant="quiet" onClick={onClose}>
              {t('components:cancel')}
            </Button>
          ) : (
            <Button variant="quiet" icon="block" onClick={() => setIsCancelling(true)}>
              {t('date.cancel')}
            </Button>
          )}
          <SubmitButton danger={isCancelling}>
            {t(isCancelling ? 'date.cancelConfirm' : 'date.save')}
          </SubmitButton>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}

/** A time may be typed as 9.30: its field has a name of its own, to which the rules of what is sent do not apply. */
const IN_FORM: Readonly<Record<string, string>> = { from: 'starts', until: 'ends' };

/** All that come after it move in time alone: each keeps its day. */
function TimeFields({ allDay }: { allDay: boolean }) {
  const { t } = useTranslation('activities');
  const isOne = useFieldValue('scope') === 'one';
  return (
    <>
      {isOne ? <Field name="day" kind="date" label={t('date.day')} rules={{ required: true }} /> : null}
      {allDay ? null : (
        <FieldPair>
          <Field name="starts" label={t('date.from')} narrow rules={{ required: true, format: 'time' }} />
          <Field name="ends" label={t('date.until')} narrow rules={{ required: true, format: 'time' }} />
        </FieldPair>
      )}
    </>
  );
}
