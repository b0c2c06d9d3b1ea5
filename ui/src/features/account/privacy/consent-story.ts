// What somebody said of each kind, and when. Pure.
import type { Consent } from '../../../api/schema.d.ts';

export type ConsentKind = Consent['kind'];

export interface ConsentStory {
  kind: ConsentKind;
  /** The current consent. False if the user was never asked. */
  isGiven: boolean;
  /** Null: nothing was ever said. */
  since: string | null;
  /** The edition of the text that was agreed to, where it is known. */
  edition: string | null;
  /** What was said before, newest first. */
  before: readonly Pick<Consent, 'id' | 'isGiven' | 'createdAt'>[];
}

/** Newest first, whatever order they came in. */
export function storyOf(kind: ConsentKind, all: readonly Consent[]): ConsentStory {
  const [now, ...before] = all
    .filter((each) => each.kind === kind)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt) || Number(other.id) - Number(one.id));
  return {
    kind,
    isGiven: now?.isGiven ?? false,
    since: now?.createdAt ?? null,
    edition: now?.edition ?? null,
    before,
  };
}

/** Being found is only asked where a centre has a pool, or where it was asked before; a guardian's yes is shown where there is one. */
export function kindsShown(all: readonly Consent[], hasPool: boolean): ConsentKind[] {
  const kinds: ConsentKind[] = ['terms', 'guardian', 'newsletter', 'pool', 'statistics'];
  const isAlways = (kind: ConsentKind): boolean => kind !== 'guardian' && (kind !== 'pool' || hasPool);
  return kinds.filter((kind) => isAlways(kind) || all.some((each) => each.kind === kind));
}
