import { fireEvent, screen, waitFor } from '@testing-library/react';
import encodeQR from 'qr';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dropAllDrafts } from '../../../lib/unsaved/drafts.ts';
import { fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';
import { readScan } from './check-in-codes.ts';
import { decodePicture } from './qr-decode.ts';

const CODE = '7c3a09f2be';
const ADDRESS = `https://lindewaard.example.org/activiteitenkalender#inchecken=${CODE}`;

describe('what a code says', () => {
  test.each([
    ['an address of the calendar', ADDRESS, CODE],
    ['as it is typed', ' 7C3A0-9F2BE ', CODE],
    ['with letters that look like a digit', 'OIl3a09f2b', '0113a09f2b'],
  ])('%s', (_, text, expected) => {
    expect(readScan(text)).toBe(expected);
  });

  test.each([
    'https://example.org/elsewhere',
    'https://lindewaard.example.org/activiteitenkalender',
    'https://lindewaard.example.org/activiteitenkalender#inchecken=short',
    'WIFI:S:Wijkhuis;P:welkom;;',
    '',
  ])('%s is no code of ours', (text) => {
    expect(readScan(text)).toBeNull();
  });
});

/** As a camera sees it: dark on light, with a border, a little unsharp and not quite straight. */
function pictureOf(text: string, angle: number): Pick<ImageData, 'data' | 'width' | 'height'> {
  const modules = encodeQR(text, 'raw', { border: 4 });
  const [width, height, size] = [640, 480, modules.length];
  const scale = 300 / size;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const column = Math.floor((dx * cos + dy * sin) / scale + size / 2);
      const row = Math.floor((dy * cos - dx * sin) / scale + size / 2);
      const isDark = modules[row]?.[column] ?? false;
      const light = (isDark ? 60 : 190) + ((x * 7 + y * 13) % 20);
      data.set([light, light, light, 255], (y * width + x) * 4);
    }
  return { data, width, height };
}

test.each([0, 0.2, Math.PI])('a code is read from a picture, turned by %f', (angle) => {
  expect(decodePicture(pictureOf(ADDRESS, angle))).toBe(ADDRESS);
});

test('of a picture without a code nothing is read', () => {
  const data = new Uint8ClampedArray(64 * 64 * 4).fill(200);
  expect(decodePicture({ data, width: 64, height: 64 })).toBeNull();
});

describe('without a camera the code is typed', () => {
  const startsAt = new Date(Date.now() + 30 * 60_000).toISOString();
  const endsAt = new Date(Date.now() + 120 * 60_000).toISOString();
  const date = wire(
    'activity_occurrences',
    '175',
    {
      activity_id: '42',
      title: 'Taalcafé',
      starts_at: startsAt,
      ends_at: endsAt,
      starts_local: startsAt.slice(0, 16),
      ends_local: endsAt.slice(0, 16),
      all_day: false,
      status: 'planned',
      spots_left: null,
      places_taken: 3,
      places_offered: 0,
    },
    { meta: { can: ['manage'] } },
  );
  const registration = (id: string, name: string, code: string, more: Record<string, unknown> = {}) =>
    wire('activity_registrations', id, {
      name,
      check_in_code: code,
      activity_id: '42',
      occurrence_id: '175',
      party_size: 1,
      status: 'registered',
      attendance: null,
      checked_in_at: null,
      ...more,
    });
  const amina = registration('3', 'Amina Osman', CODE, { party_size: 2 });
  const fatma = registration('4', 'Fatma Yildiz', 'fa7aa00001', {
    attendance: 'present',
    checked_in_at: new Date(Date.now() - 60_000).toISOString(),
  });
  const DOOR = '/activiteitenkalender/overzicht/42/inchecken?datum=175';
  const REGISTRATIONS = '/api/v1/activity_registrations';

  beforeEach(dropAllDrafts);

  async function open(everybody = [amina, fatma], hash = '') {
    const onDate = everybody.filter(({ attributes }) => attributes?.occurrence_id === '175');
    const server = fakeServer({
      '/api/v1/activity_occurrences/175': oneOf(date),
      [REGISTRATIONS]: ({ address }) =>
        listOf(decodeURIComponent(address).includes('occurrence_id_eq') ? onDate : everybody, {
          meta: { pages: 1 },
        }),
      [`POST ${REGISTRATIONS}/3/check_in`]: ({ body }) => {
        const { at } = (body as { data: { attributes: { at: string } } }).data.attributes;
        return { document: { meta: { id: '3', attendance: 'present', at, is_yours: true, other: null } } };
      },
    });
    const sent = () => server.calls.filter(({ address }) => address.endsWith('/check_in'));
    await render(`${DOOR}${hash}`, { as: 'coordinator', server });
    return { sent };
  }

  function type(code: string) {
    fireEvent.change(screen.getByLabelText('Code uit de mail'), { target: { value: code } });
    fireEvent.click(screen.getByRole('button', { name: 'Inchecken' }));
  }

  test('somebody is checked in once, and who was in is said to be', async () => {
    const { sent } = await open([amina, fatma], '&scannen=1');
    await screen.findByText('Er is geen camera');
    type(CODE.toUpperCase());
    await screen.findByText('Amina Osman is binnen');
    expect(screen.getByText('2 mensen, 3 van 3 binnen')).toBeDefined();
    await waitFor(() => expect(sent()).toHaveLength(1));
    type(CODE);
    await screen.findByText('Amina Osman was al binnen');
    type('fa7aa00001');
    await screen.findByText('Fatma Yildiz was al binnen');
    expect(screen.getByText(/^Sinds \d\d:\d\d uur$/)).toBeDefined();
    expect(sent()).toHaveLength(1);
  });

  test('what is not on the list is said plainly', async () => {
    const joke = { occurrence_id: '176', starts_at: '2031-12-10T12:30:00Z' };
    const { sent } = await open(
      [
        amina,
        registration('8', 'Joke Vermeer', 'b0cebe3333', joke),
        registration('9', 'Ivan Petrov', '1faf00d00d', { occurrence_id: '176', status: 'withdrawn' }),
      ],
      '&scannen=1',
    );
    await screen.findByText('Er is geen camera');
    type('b0cebe3333');
    await screen.findByText('Joke Vermeer is aangemeld voor een andere keer');
    expect(screen.getByText(/10 dec, 13:30 uur/)).toBeDefined();
    type('1faf00d00d');
    await screen.findByText('Die heeft zich afgemeld.');
    type('0000000000');
    await screen.findByText('Deze code staat niet op de lijst');
    type('too short');
    await screen.findByText('Deze code klopt niet. Een code heeft 10 letters en cijfers.');
    expect(sent()).toHaveLength(0);
  });

  test('an address with a code checks in at once, and only once', async () => {
    const { sent } = await open([amina], `#inchecken=${CODE}`);
    await screen.findByText('Amina Osman is binnen');
    expect(location.hash).toBe('');
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  test.each([
    ['NotAllowedError', 'De camera staat niet aan'],
    ['NotReadableError', 'De camera is bezet'],
    ['NotFoundError', 'Er is geen camera'],
  ])('a camera that is not there says what to do: %s', async (name, title) => {
    const getUserMedia = vi.fn().mockRejectedValue(new DOMException('no', name));
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
    await open([amina], '&scannen=1');
    await screen.findByText(title);
    fireEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
  });
});
