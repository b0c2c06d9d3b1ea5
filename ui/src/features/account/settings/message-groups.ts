// Which messages belong together, and which of them somebody can get at all. Pure: the kinds come from the server.

import type { NotificationPreference } from '../../../api/calls.ts';
import type { Rate } from '../../../api/choices.ts';

export type GroupName = 'applications' | 'applicants' | 'vacancies' | 'organization' | 'centre' | 'account';

export interface MessageLine {
  kind: string;
  /** Undefined where a kind does not come that way. */
  app: NotificationPreference | undefined;
  email: NotificationPreference | undefined;
  push: NotificationPreference | undefined;
}

export interface MessageGroup {
  name: GroupName;
  lines: MessageLine[];
}

const ORDER: readonly GroupName[] = [
  'applications',
  'applicants',
  'vacancies',
  'organization',
  'centre',
  'account',
];

/** Messages about applications that go to who has the vacancy. */
const TO_THE_ORGANIZATION =
  /^application_(new|withdrawn|late_withdrawal|unanswered.*|match_question.*|offer_expired)$/;

export function groupOf({ kind, area }: Pick<NotificationPreference, 'kind' | 'area'>): GroupName {
  if (kind.startsWith('mentor_')) return 'applicants';
  if (area === 'application') return TO_THE_ORGANIZATION.test(kind) ? 'applicants' : 'applications';
  if (area === 'vacancy') return 'vacancies';
  if (area === 'organization' || area === 'center') return area === 'center' ? 'centre' : area;
  return 'account';
}

export interface Reader {
  /** Works for an organisation. */
  works: boolean;
  /** Decides for the centre. */
  decides: boolean;
}

/** What can be chosen, by group; what always comes is not among it. */
export function groupMessages(all: readonly NotificationPreference[], reader: Reader): MessageGroup[] {
  const lines = new Map<string, MessageLine & { group: GroupName }>();
  for (const each of all) {
    if (each.isMandatory) continue;
    const line = lines.get(each.kind) ?? {
      kind: each.kind,
      group: groupOf(each),
      app: undefined,
      email: undefined,
      push: undefined,
    };
    lines.set(each.kind, { ...line, [each.channel]: each });
  }
  return ORDER.filter((name) => isFor(name, reader))
    .map((name) => ({
      name,
      lines: [...lines.values()].filter((line) => line.group === name).map(({ group: _, ...line }) => line),
    }))
    .filter((group) => group.lines.length > 0);
}

/** The kinds that come in any case. */
export function alwaysSent(all: readonly NotificationPreference[], reader: Reader): string[] {
  const kinds = all
    .filter((each) => each.isMandatory && isFor(groupOf(each), reader))
    .map((each) => each.kind);
  return [...new Set(kinds)];
}

function isFor(name: GroupName, { works, decides }: Reader): boolean {
  if (name === 'centre') return decides;
  if (name === 'applicants' || name === 'vacancies' || name === 'organization') return works;
  return true;
}

/** In the app or on a device a message is there or it is not; a letter can wait for the others. */
export const RATES: Readonly<Record<NotificationPreference['channel'], readonly Rate[]>> = {
  app: ['instant', 'off'],
  push: ['instant', 'off'],
  email: ['instant', 'daily', 'weekly', 'off'],
};
