import { beforeEach, describe, expect, test } from 'vitest';
import { credentials } from '../../../lib/session/session.ts';
import { dropAllDrafts } from '../../../lib/unsaved/drafts.ts';
import { type FakeAnswer, fakeServer, oneOf, wire } from '../../../testing/fake-server.ts';
import { checkedOn, found, heads, isOpen, shownPeople, timeOfTap, withTold } from './check-in-people.ts';
import { openQueue, sendWhatWaits, type Told } from './check-in-queue.ts';
import { dropOldLists, readList, type StoredList, storeList, type Tap } from './check-in-storage.ts';

const TAP_AT = '2026-12-02T12:24:00.000Z';
const CHECK_IN = 'POST /api/v1/activity_registrations/3/check_in';
const WALK_INS = 'POST /api/v1/activities/42/walk_ins';

const tap = (id: string, isPresent = true, more: Partial<Tap> = {}): Tap => ({
  kind: 'tap',
  id,
  registrationId: '3',
  name: 'Amina Osman',
  isPresent,
  at: TAP_AT,
  ...more,
});

const said = (attendance: 'present' | 'absent', more: Record<string, unknown> = {}): FakeAnswer => ({
  document: { meta: { id: '3', attendance, at: TAP_AT, is_yours: true, other: null, ...more } },
});

const refusal = (status: number, code: string): FakeAnswer => ({
  status,
  document: { errors: [{ status: String(status), code, detail: 'Dat kan niet meer.' }] },
});

const NO_LINE = (): never => {
  throw new TypeError('Failed to fetch');
};

/** As a tab that was closed and opened again. */
const reopened = (onTold?: (told: Told) => void) => openQueue('42', '175', onTold);

beforeEach(() => {
  dropAllDrafts();
  credentials.value = { client: 'device', uid: 'marieke@example.org' };
});

describe('what waits is sent', () => {
  test('in its order, each once, with its own id and time', async () => {
    const server = fakeServer({ [CHECK_IN]: said('present') });
    const queue = reopened();
    queue.add(tap('tap-one-1'));
    queue.add(tap('tap-two-2', false));
    await Promise.all([queue.send(), queue.send()]);
    expect(
      server.calls.map(({ body }) => (body as { data: { attributes: object } }).data.attributes),
    ).toEqual([
      { present: true, at: TAP_AT, tap_id: 'tap-one-1', occurrence_id: '175' },
      { present: false, at: TAP_AT, tap_id: 'tap-two-2', occurrence_id: '175' },
    ]);
    expect(queue.state.value.waiting).toEqual([]);
    await reopened().send();
    expect(server.calls).toHaveLength(2);
  });

  test('what was tapped while another was on its way goes after it', async () => {
    let answer: (value: FakeAnswer) => void = () => undefined;
    const server = fakeServer({ [CHECK_IN]: () => new Promise((resolve) => (answer = resolve)) });
    const queue = reopened();
    queue.add(tap('tap-one-1'));
    const sent = queue.send();
    queue.add(tap('tap-two-2', false));
    await Promise.resolve();
    server.answer(CHECK_IN, said('absent'));
    answer(said('present'));
    await sent;
    expect(server.calls).toHaveLength(2);
    expect(queue.state.value.waiting).toEqual([]);
  });

  test('without a line it waits, also in a tab that is opened later, and the same tap is sent again', async () => {
    const server = fakeServer({ [CHECK_IN]: NO_LINE });
    const queue = reopened();
    queue.add(tap('tap-one-1'));
    await queue.send();
    expect(queue.isStuck.value).toBe(true);
    const later = reopened();
    expect(later.state.value.waiting).toEqual([tap('tap-one-1')]);
    server.answer(CHECK_IN, said('present'));
    await later.send();
    expect(later.isStuck.value).toBe(false);
    expect(new Set(server.calls.map(({ headers }) => headers.get('Idempotency-Key')))).toEqual(
      new Set(['tap-one-1']),
    );
    expect(reopened().state.value.waiting).toEqual([]);
  }, 10_000);

  test.each([
    [401, 'session_expired'],
    [403, 'second_factor_needed'],
  ])('who has to sign in again loses nothing: %s', async (status, code) => {
    fakeServer({ [CHECK_IN]: refusal(status, code) });
    const queue = reopened();
    queue.add(tap('tap-one-1'));
    await queue.send();
    expect(queue.state.value.waiting).toHaveLength(1);
    expect(queue.state.value.troubles).toEqual([]);
  });

  test('what is refused goes with the reason, and the next one is sent', async () => {
    const server = fakeServer({
      [CHECK_IN]: refusal(422, 'not_registered'),
      [WALK_INS]: oneOf(
        wire('activity_registrations', '9', {
          name: 'Jan',
          checked_in_at: TAP_AT,
          check_in_code: '0000000001',
        }),
      ),
    });
    const told: Told[] = [];
    const queue = reopened((each) => told.push(each));
    queue.add(tap('tap-one-1'));
    queue.add({
      kind: 'walk_in',
      id: 'walk-in-1',
      firstName: 'Jan',
      lastName: null,
      partySize: 2,
      at: TAP_AT,
    });
    await queue.send();
    expect(queue.state.value.waiting).toEqual([]);
    expect(reopened().state.value.troubles).toEqual([
      { id: 'tap-one-1', name: 'Amina Osman', kind: 'refused', message: 'Dat kan niet meer.', at: TAP_AT },
    ]);
    expect(server.calls[1]?.headers.get('Idempotency-Key')).toBe('walk-in-1');
    expect(server.calls[1]?.body).toMatchObject({ data: { attributes: { first_name: 'Jan', at: TAP_AT } } });
    expect(told).toEqual([
      {
        kind: 'new',
        person: { id: '9', name: 'Jan', partySize: 2, isPresent: true, at: TAP_AT, code: '0000000001' },
      },
    ]);
    queue.forgetTrouble('tap-one-1');
    expect(reopened().state.value.troubles).toEqual([]);
  });

  test('another device that was later is told of', async () => {
    const at = '2026-12-02T12:30:00Z';
    const other = { attendance: 'present', at: TAP_AT };
    fakeServer({ [CHECK_IN]: said('absent', { at, is_yours: false, other }) });
    const told: Told[] = [];
    const queue = reopened((each) => told.push(each));
    queue.add(tap('tap-one-1'));
    await queue.send();
    expect(told).toEqual([{ kind: 'tap', id: '3', isPresent: false, at }]);
    expect(queue.state.value.troubles).toMatchObject([{ name: 'Amina Osman', kind: 'out_later', at }]);
  });

  test('one’s own change of mind is no trouble', async () => {
    const other = { attendance: 'present', at: TAP_AT };
    fakeServer({ [CHECK_IN]: said('absent', { other }) });
    const queue = reopened();
    queue.add(tap('tap-two-2', false));
    await queue.send();
    expect(queue.state.value.troubles).toEqual([]);
  });

  test('of any date, before somebody signs out', async () => {
    const server = fakeServer({ [CHECK_IN]: said('present') });
    reopened().add(tap('tap-one-1'));
    openQueue('42', '176').add(tap('tap-two-2'));
    await sendWhatWaits();
    expect(server.calls).toHaveLength(2);
    expect(reopened().state.value.waiting).toEqual([]);
  });
});

test('what was not sent can be taken back', () => {
  const queue = reopened();
  queue.add(tap('tap-one-1'));
  expect(queue.takeBack('tap-one-1')).toBe(true);
  expect(queue.takeBack('tap-one-1')).toBe(false);
  expect(reopened().state.value.waiting).toEqual([]);
});

test('two tabs add to the same queue', () => {
  const [one, other] = [reopened(), reopened()];
  one.add(tap('tap-one-1'));
  other.add(tap('tap-two-2'));
  one.readAgain();
  expect(one.state.value.waiting.map(({ id }) => id)).toEqual(['tap-one-1', 'tap-two-2']);
});

describe('what the device keeps', () => {
  const list: StoredList = {
    date: {
      id: '175',
      activityId: '42',
      title: 'Taalcafé',
      startsAt: '2026-12-02T12:30:00Z',
      endsAt: '2026-12-02T14:00:00Z',
      startsLocal: '2026-12-02T13:30',
      endsLocal: '2026-12-02T15:00',
      allDay: false,
      status: 'planned',
    },
    capacity: 20,
    people: [{ id: '3', name: 'Amina Osman', partySize: 2, isPresent: false, at: null }],
  };
  const onTheDay = { ...list, date: { ...list.date, endsAt: new Date().toISOString() } };

  test('a list of today is there again; one of a day that is over is not kept', () => {
    storeList(onTheDay);
    expect(readList('175')).toEqual(onTheDay);
    dropAllDrafts();
    storeList({ ...list, date: { ...list.date, endsAt: '2020-12-02T14:00:00Z' } });
    expect(readList('175')).toBeNull();
  });

  test('a list goes when its day is over', () => {
    storeList(
      { ...list, date: { ...list.date, endsAt: '2020-12-02T14:00:00Z' } },
      new Date('2020-12-02T13:00:00Z'),
    );
    expect(Object.keys(localStorage).filter((key) => key.includes('check-in'))).toHaveLength(1);
    dropOldLists();
    expect(Object.keys(localStorage).filter((key) => key.includes('check-in'))).toEqual([]);
  });

  test('who signs in after somebody else sees nothing of it', () => {
    storeList(onTheDay);
    reopened().add(tap('tap-one-1'));
    credentials.value = { client: 'device', uid: 'somebody@example.org' };
    expect(readList('175')).toBeNull();
    expect(reopened().state.value.waiting).toEqual([]);
    credentials.value = { client: 'device', uid: 'marieke@example.org' };
    expect(readList('175')).toBeNull();
  });

  test('taps that wait are laid over what the server said', () => {
    const waiting = [
      tap('tap-one-1'),
      { kind: 'walk_in', id: 'walk-in-1', firstName: 'Jan', lastName: 'Bos', partySize: 1, at: TAP_AT },
    ] as const;
    const shown = shownPeople(list.people, waiting);
    expect(shown).toMatchObject([
      { name: 'Amina Osman', isPresent: true, at: TAP_AT, isWaiting: true, isNew: false },
      { name: 'Jan Bos', isPresent: true, isWaiting: true, isNew: true },
    ]);
    expect(heads(shown)).toBe(3);
    const after = withTold(list, { kind: 'tap', id: '3', isPresent: true, at: TAP_AT });
    expect(shownPeople(after.people, [])).toMatchObject([{ isPresent: true, isWaiting: false }]);
  });
});

test('a name is found by its words, whatever the accents', () => {
  const people = [{ name: 'Zoë van den Berg' }, { name: 'Joke Vermeer' }];
  expect(found(people, 'berg zoe')).toEqual([people[0]]);
  expect(found(people, ' ')).toEqual(people);
});

test('a tap is never before what is known, whatever the clock of the device says', () => {
  expect(timeOfTap(TAP_AT, Date.parse('2026-12-02T12:20:00Z'))).toBe('2026-12-02T12:24:00.001Z');
  expect(timeOfTap(null, Date.parse(TAP_AT))).toBe(TAP_AT);
});

test('people are checked in from a day before the start', () => {
  expect(isOpen('2026-12-02T12:30:00Z', new Date('2026-12-01T12:30:00Z'))).toBe(true);
  expect(isOpen('2026-12-02T12:30:00Z', new Date('2026-12-01T12:29:59Z'))).toBe(false);
});

test('of all dates at once each date has its own attendance, and one date that of the registration', () => {
  const out = '2026-12-02T14:30:00Z';
  const attendanceByDate = [
    { occurrenceId: '8', attendance: 'present' as const, checkedInAt: TAP_AT, checkedOutAt: out },
    { occurrenceId: '9', attendance: 'absent' as const, checkedInAt: null, checkedOutAt: null },
  ];
  const last = { attendance: 'absent' as const, checkedInAt: null, checkedOutAt: null };
  const ofAll = { occurrenceId: null, ...last, attendanceByDate };
  expect(checkedOn(ofAll, { id: '8' })).toMatchObject({ attendance: 'present', checkedOutAt: out });
  expect(checkedOn(ofAll, { id: '9' }).attendance).toBe('absent');
  expect(checkedOn(ofAll, { id: '10' })).toEqual({ attendance: null, checkedInAt: null, checkedOutAt: null });
  const ofOne = { ...ofAll, occurrenceId: '9', attendanceByDate: [] };
  expect(checkedOn(ofOne, { id: '9' }).attendance).toBe('absent');
});
