// How far the sending of a newsletter is, and what can be done about it. Pure.
import type { Newsletter, NewsletterStatus, NewsletterStep } from '../../../api/newsletter-calls.ts';

type Counts = Pick<Newsletter, 'recipientCount' | 'waitingCount' | 'skippedCount'>;

/** Handed to the mail server, whatever became of it. */
export const sentCount = ({ recipientCount, waitingCount, skippedCount }: Counts): number =>
  Math.max(0, recipientCount - waitingCount - skippedCount);

export const minutesLeft = ({
  waitingCount,
  perMinute,
}: Pick<Newsletter, 'waitingCount' | 'perMinute'>): number =>
  Math.ceil(waitingCount / Math.max(1, perMinute));

const STEPS: Readonly<Record<NewsletterStatus, readonly NewsletterStep[]>> = {
  draft: [],
  scheduled: ['unschedule'],
  sending: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopped: [],
  sent: [],
};

export const stepsOf = (status: NewsletterStatus): readonly NewsletterStep[] => STEPS[status];
