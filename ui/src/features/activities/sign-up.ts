// Signing up for an activity: what the page says of it, what goes over the wire, and what each answer means. Draws nothing.
import { ApiError } from '../../api/client.ts';
import { PUBLISHED_CALLS } from '../../api/published-calls.ts';
import { send } from '../../api/requests.ts';
import type { Activity, ActivitySignUpInput } from '../../api/schema.d.ts';

export interface SignUpDate {
  id: string;
  /** 'Woensdag 2 december' */
  label: string;
  /** '2 december' */
  date: string;
  hours: string;
  /** Null: no limit. */
  left: number | null;
  waiting: number | null;
}

/** As the server wrote it beside its words (src/web/activity/sign_up.rs). */
export interface SignUpOffer {
  activity: string;
  registration: 'occurrence' | 'series';
  dates: readonly SignUpDate[];
  /** The date that the address of the page names. */
  chosen: string | null;
  mostPerParty: number;
  questions: Activity['questions'];
  allowsGuests: boolean;
  hasWaitingList: boolean;
  organization: string;
}

/** Null where it cannot be read: what the server wrote stays. */
export function readOffer(text: string | undefined): SignUpOffer | null {
  try {
    const told = JSON.parse(text ?? 'null');
    if (told === null) return null;
    return {
      activity: told.activity,
      registration: told.registration,
      dates: told.dates,
      chosen: told.chosen,
      mostPerParty: told.most_per_party ?? 1,
      questions: (told.questions ?? []).map(
        (asked: Activity['questions'][number] & { is_required: boolean }) => ({
          text: asked.text,
          kind: asked.kind,
          options: asked.options ?? [],
          isRequired: asked.is_required,
        }),
      ),
      allowsGuests: told.allows_guests,
      hasWaitingList: told.has_waiting_list,
      organization: told.organization,
    };
  } catch {
    return null;
  }
}

/** Who comes waits in line. */
export const isFull = ({ left }: SignUpDate, partySize: number): boolean => left !== null && left < partySize;

export interface JoinValues {
  firstName: string;
  email: string;
  consent: boolean;
  partySize: number;
  answers: ActivitySignUpInput['answers'];
}

/** Of one date, or of the series. */
export type Joined =
  | { kind: 'mailed'; email: string }
  | { kind: 'joined' }
  | { kind: 'asking' }
  | { kind: 'waiting'; position: number | null };

/** `date`: null for all dates at once. Of who is signed in the server knows the rest. */
export function bodyOf(
  values: JoinValues,
  { date, isGuest, waits }: { date: string | null; isGuest: boolean; waits: boolean },
): ActivitySignUpInput {
  const { firstName, email, consent, partySize, answers = [] } = values;
  return {
    ...(date === null ? {} : { occurrenceId: date }),
    partySize,
    waitlist: waits,
    ...(answers.length > 0 ? { answers } : {}),
    ...(isGuest ? { firstName: firstName.trim(), email: email.trim(), consent } : {}),
  };
}

export async function join(id: string, body: ActivitySignUpInput, idempotencyKey: string): Promise<Joined> {
  const { status, item, meta } = await send(PUBLISHED_CALLS.joinActivity, { id, body, idempotencyKey });
  if (status === 202) return { kind: 'mailed', email: meta.sentTo ?? body.email ?? '' };
  if (item?.needsYes) return { kind: 'asking' };
  if (item?.status === 'waitlisted') return { kind: 'waiting', position: item.waitlistPosition };
  return { kind: 'joined' };
}

/** How many places are free and how many people wait, where the server refused for want of a place. */
export function fullnessOf(error: unknown): { left: number; waiting: number } | null {
  if (!(error instanceof ApiError)) return null;
  const meta = error.problems.find(({ code }) => code === 'activity_full')?.meta;
  return meta ? { left: Number(meta.free ?? 0), waiting: Number(meta.waiting ?? 0) } : null;
}
