// What can be decided about a vacancy in the list. What the centre decides goes out by mail: it can be undone first.
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { send } from '../../../api/requests.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import type { AnyDecision, ListDecision } from '../../../components/work-list/decisions.ts';
import { stepContext } from '../edit/vacancy-revision.ts';
import { offeredEvents } from '../form/vacancy-form-events.ts';

const MESSAGE_AT_MOST = 2000;

const isOffered = (vacancy: Vacancy, event: string): boolean =>
  offeredEvents(vacancy).some((each) => each.event === event);

/** Judged by the centre, each with its key. */
const JUDGED = [
  { event: 'approve', key: 'a', icon: 'check', variant: 'primary', asks: false },
  { event: 'request_changes', key: 'w', icon: 'pen', variant: 'plain', asks: true },
  { event: 'refuse', key: 'r', icon: 'close', variant: 'danger', asks: true },
] as const;

/** With a dialog of their own. */
const STEPS = [
  { event: 'publish', key: 'p', icon: 'check' },
  { event: 'submit', key: 'i', icon: 'send' },
  { event: 'renew', key: 'l', icon: 'calendar' },
] as const;

/** The mail of a decision as it would be sent. Null: none goes out. */
export async function moderationMail(vacancy: Vacancy | undefined, event: string, message?: string) {
  if (!vacancy) return null;
  const body = { event, ...(message ? { message } : {}) };
  try {
    return (await send(STAFF_CALLS.moderationPreview, { id: vacancy.id, body })).item;
  } catch (cause) {
    if (cause instanceof ApiError && cause.statusCode === 404) return null;
    throw cause;
  }
}

export function useDecisions(
  onStep: (vacancy: Vacancy, event: string) => void,
): readonly AnyDecision<Vacancy>[] {
  const { t } = useTranslation('vacancies');
  const judged = JUDGED.map(({ event, key, icon, variant, asks }): ListDecision<Vacancy> => {
    const namesOf = (vacancy: Vacancy) => ({
      title: vacancy.title,
      organization: vacancy.organizationName,
      ...stepContext(vacancy, event),
    });
    return {
      name: event,
      key,
      icon,
      variant,
      label: t(`decision.${event}.label`),
      isAllowed: (vacancy) => isOffered(vacancy, event),
      isForMany: event === 'approve',
      isDelayed: true,
      asks: asks
        ? {
            title: ([row]) => (row ? t(`step.${event}.title`, namesOf(row)) : ''),
            text: ([row]) => (row ? t(`step.${event}.text`, namesOf(row)) : ''),
            reasons: [],
            message: {
              label: t(`step.${event}.message`),
              hint: t('step.messageHint'),
              atMost: MESSAGE_AT_MOST,
              isRequired: true,
            },
            preview: ([row], { message }) => moderationMail(row, event, message),
            confirm: t(`decision.${event}.label`),
          }
        : undefined,
      callOf: ({ id, title, rowVersion }, answer) => ({
        operation: STAFF_CALLS.moderateVacancy.operation,
        document: STAFF_CALLS.moderateVacancy.document,
        id,
        body: { event, ...(answer?.message ? { message: answer.message } : {}) },
        version: rowVersion,
        name: title,
      }),
      done: (row) => t(`decision.${event}.done`, { title: row.title }),
      doneMany: event === 'approve' ? (count) => t('decision.approve.doneMany', { count }) : undefined,
      doneText: t('decision.mailLeaves'),
    };
  });
  const steps = STEPS.map(({ event, key, icon }) => ({
    name: event,
    key,
    icon,
    label: t(`decision.${event}.label`),
    isAllowed: (vacancy: Vacancy) => isOffered(vacancy, event),
    open: ([row]: readonly Vacancy[]) => row && onStep(row, event),
  }));
  return [...judged, ...steps];
}
