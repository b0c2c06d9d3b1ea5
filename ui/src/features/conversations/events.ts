// What happened to an application or activity, as a line between the messages about it. Pure.
import { type ConversationEvent, type ConversationLine, isEvent } from '../../api/conversation-calls.ts';

const EVENTS = [
  'applied',
  'registered',
  'approved_by_mentor',
  'contacted',
  'waitlisted',
  'offered',
  'offer_missed',
  'accepted',
  'started',
  'completed',
  'rejected',
  'withdrawn',
  'reopened',
  'applied_again',
  'closed',
  'moved',
  'cancelled',
] as const;

export type EventCode = (typeof EVENTS)[number];

/** Null for a code that is new to this ui. */
export const eventCode = ({ event }: ConversationEvent): EventCode | null =>
  EVENTS.find((each) => each === event) ?? null;

/** Without what there are no words for. */
export const readable = (lines: readonly ConversationLine[]): readonly ConversationLine[] =>
  lines.filter((line) => !isEvent(line) || eventCode(line) !== null);
