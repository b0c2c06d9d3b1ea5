// What came of a code that was scanned or typed.
import { useRef, useState } from 'react';
import type { ActivityRegistration } from '../../../api/schema.d.ts';
import { showError } from '../../../lib/feedback/errors.ts';
import { isOnline } from '../../../lib/unsaved/drafts.ts';
import { readScan } from './check-in-codes.ts';
import type { Door } from './check-in-door.ts';
import type { Shown } from './check-in-people.ts';

export type ScanOutcome =
  /** Checked in by this code, or before it: since when. */
  | { kind: 'here'; id: string; alreadySince: string | null }
  | { kind: 'elsewhere'; registration: ActivityRegistration }
  | { kind: 'notACode' | 'unknown' | 'unknownOffline' | 'searching' };

/** A code that stays before the camera is seen several times a second: only after this long it counts as another time. */
const SAME_SIGHT_MS = 2500;

interface Scan {
  outcome: ScanOutcome | null;
  /** Of the camera. */
  handleSight: (text: string) => void;
  handleCode: (text: string) => Promise<void>;
}

export function useScan(door: Door, onCheckIn: (person: Shown) => void): Scan {
  const [outcome, setOutcome] = useState<ScanOutcome | null>(null);
  const seen = useRef({ text: '', at: 0 });
  const turn = useRef(0);

  function welcome(person: Shown): ScanOutcome {
    if (person.isPresent) return { kind: 'here', id: person.id, alreadySince: person.at };
    onCheckIn(person);
    // Felt where it is too loud to hear or too bright to see.
    navigator.vibrate?.(80);
    return { kind: 'here', id: person.id, alreadySince: null };
  }

  async function outcomeOf(text: string): Promise<ScanOutcome> {
    const code = readScan(text);
    if (!code) return { kind: 'notACode' };
    const known = door.personWith(code);
    if (known) return welcome(known);
    if (!isOnline.peek()) return { kind: 'unknownOffline' };
    setOutcome({ kind: 'searching' });
    // Somebody may have signed up on the way here.
    await door.load();
    const added = door.personWith(code);
    if (added) return welcome(added);
    const registration = await door.findElsewhere(code);
    return registration ? { kind: 'elsewhere', registration } : { kind: 'unknown' };
  }

  async function handleCode(text: string): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    let result: ScanOutcome;
    try {
      result = await outcomeOf(text);
    } catch (cause) {
      result = { kind: 'unknownOffline' };
      if (!(cause as { isOffline?: boolean }).isOffline) showError(cause);
    }
    if (turn.current === mine) setOutcome(result);
  }

  function handleSight(text: string): void {
    const now = Date.now();
    const isSame = seen.current.text === text && now - seen.current.at < SAME_SIGHT_MS;
    seen.current = { text, at: now };
    if (!isSame) void handleCode(text);
  }

  return { outcome, handleSight, handleCode };
}
