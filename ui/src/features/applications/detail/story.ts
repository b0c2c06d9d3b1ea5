// The history of an application as a conversation and as a timeline.

import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Transition } from '../../../api/calls.ts';
import type { Application, Message } from '../../../api/schema.d.ts';
import type { TimelineEvent } from '../../../components/content/application-parts.tsx';
import type { ThreadMessage } from '../../../components/conversations/message-thread.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate, formatDay, formatTime } from '../../../lib/locale/time.ts';
import { SILENT_FROM_DAYS } from '../stage.ts';
import { namesOf } from './use-step-words.ts';

type Translate = TFunction<'applications'>;

/** What the one who applied does; the rest is done by the other side. */
const BY_APPLICANT: readonly string[] = ['apply', 'withdraw', 'reapply', 'accept_offer', 'decline_offer'];

const TOLD: readonly string[] = [
  'apply',
  'register',
  'contact',
  'accept',
  'reject',
  'reopen',
  'approve_as_mentor',
  'withdraw',
  'reapply',
  'close',
  'waitlist',
  'offer',
  'accept_offer',
  'decline_offer',
  'miss_offer',
  'confirm_match',
  'complete',
];
const TOLD_TO_APPLICANT: readonly string[] = [
  'apply',
  'register',
  'accept',
  'reject',
  'withdraw',
  'reapply',
  'approve_as_mentor',
  'waitlist',
  'offer',
  'accept_offer',
  'decline_offer',
  'miss_offer',
  'confirm_match',
  'complete',
];

function when(t: Translate, at: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return t('history.at', {
    day: isThisYear ? formatDay(at) : formatDate(at),
    time: formatTime(at),
  });
}

/** Who took a step; with whose name, where an admin took it while signed in as that person. */
function actorOf(t: Translate, { actorName, isImpersonation, impersonatorName }: Transition): string | null {
  return isImpersonation && actorName
    ? t('history.inTheName', {
        admin: impersonatorName ?? t('history.admin'),
        name: actorName,
      })
    : actorName;
}

/** The message of the application, and whatever was written with a step. */
export function useMessages(
  application: Application,
  steps: readonly Transition[],
  isOwn: boolean,
  written: readonly Message[] = [],
): readonly ThreadMessage[] {
  const { t } = useTranslation(['applications', 'reasons']);
  const { id, name, message, createdAt } = application;
  const first: ThreadMessage[] = message
    ? [{ id: `application-${id}`, author: name, when: when(t, createdAt), text: message, own: isOwn }]
    : [];
  const later = steps.flatMap((step): (ThreadMessage & { at: string })[] => {
    const { id: stepId, event, reasonText, at } = step;
    if (!reasonText) return [];
    const isByApplicant = BY_APPLICANT.includes(event);
    return [
      {
        id: stepId,
        author: actorOf(t, step) ?? (isByApplicant ? name : application.organizationName),
        when: when(t, at),
        text: reasonText,
        own: isByApplicant === isOwn,
        at,
      },
    ];
  });
  const said = written.map((each) => ({
    id: `message-${each.id}`,
    author: each.authorName || (each.side === 'person' ? name : application.organizationName),
    when: when(t, each.createdAt),
    text: each.body,
    own: (each.side === 'person') === isOwn,
    isHidden: each.isHidden,
    messageId: each.id,
    at: each.createdAt,
  }));
  const inOrder = [...later, ...said].sort((one, other) => one.at.localeCompare(other.at));
  return [...first, ...inOrder.map(({ at: _, ...each }) => each)];
}

function titleOf(t: Translate, application: Application, step: Transition, isOwn: boolean): string {
  const { event, isImpersonation } = step;
  if (!TOLD.includes(event)) return t('history.change');
  // What somebody else did in my name is not told as mine.
  const isMine = isOwn && !(isImpersonation && BY_APPLICANT.includes(event));
  const own = isMine && TOLD_TO_APPLICANT.includes(event) ? 'Own' : '';
  const nameless = BY_APPLICANT.includes(event) ? application.name : application.organizationName;
  const actor = actorOf(t, step) || nameless || t('history.somebody');
  return serverWords(t)(`history.${event}${own}`, { ...namesOf(application), actor });
}

function detailOf(t: Translate, application: Application, step: Transition): string {
  const { event, to, reasonCode, onBehalf } = step;
  const parts = [
    onBehalf ? t('history.onBehalf', namesOf(application)) : '',
    reasonCode ? serverWords(t)([`reasons:application.${reasonCode}`, 'reasons:application.other']) : '',
    event === 'apply' ? '' : t('history.stage', { stage: serverWords(t)(`stage.${to}`) }),
  ];
  return parts.filter(Boolean).join('. ');
}

/** The newest on top; a long silence is told too. */
export function useEvents(
  application: Application,
  steps: readonly Transition[],
  isOwn: boolean,
): readonly TimelineEvent[] {
  const { t } = useTranslation(['applications', 'reasons']);
  const days = application.waitingDays ?? 0;
  const told = steps
    .map(
      (step): TimelineEvent => ({
        id: step.id,
        title: titleOf(t, application, step, isOwn),
        detail: detailOf(t, application, step),
        when: when(t, step.at),
        at: step.at,
      }),
    )
    .reverse();
  if (days >= SILENT_FROM_DAYS) {
    return [{ id: 'silence', title: t('history.silent', { count: days }), mark: 'warning' }, ...told];
  }
  return told.map((event, at) => (at === 0 ? { ...event, mark: 'now' } : event));
}
