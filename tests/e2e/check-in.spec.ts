// At the door of an activity: names ticked off on a phone, with a line that goes and comes back.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import encodeQR from 'qr';
import { callsOf, expectAccessible, signIn, signOut, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const MINUTE = 60_000;
const PEOPLE = ['Amina Osman', 'Bogdan Ionescu', 'Fatma Yildiz'];

let world: World;
let centre: Awaited<ReturnType<typeof callsOf>>;
let activity: string;
let date: string;

/** `2026-12-02T13:30` in the Netherlands. */
const local = (moment: number): string =>
  new Date(moment).toLocaleString('sv-SE', { timeZone: 'Europe/Amsterdam' }).replace(' ', 'T').slice(0, 16);

test.beforeAll(async () => {
  world = await startWorld();
  centre = await callsOf(world, CENTRE);
  const { data } = await centre('POST', '/activities', {
    title: 'Taalcafé',
    description: '<p>Samen Nederlands praten, met koffie en thee erbij.</p>',
    activity_categories: ['meet'],
    online: true,
    online_url: 'https://koffie.example.org/tafel',
    starts_at: local(Date.now() + 30 * MINUTE),
    ends_at: local(Date.now() + 120 * MINUTE),
    registration: 'occurrence',
    capacity: 6,
  });
  activity = data.id;
  await centre('PUT', `/activities/${activity}/transition`, { event: 'publish' });
  const dates = await centre('GET', `/activity_occurrences?filter[activity_id_eq]=${activity}`);
  date = dates.data[0].id;
  for (const name of PEOPLE) {
    const [first_name, last_name] = name.split(' ');
    const party_size = name === 'Fatma Yildiz' ? 2 : 1;
    await centre('POST', `/activities/${activity}/walk_ins`, {
      occurrence_id: date,
      first_name,
      last_name,
      party_size,
      present: false,
    });
  }
});

test.afterAll(async () => {
  await world?.stop();
});

interface Registration {
  attributes: { name: string; attendance: string | null; checked_in_at: string | null; party_size: number };
}

/** Who is there by what the server says. */
async function present(): Promise<string[]> {
  const { data } = await centre('GET', `/activities/${activity}/registrations?filter[attendance_eq]=present&sort=name`);
  return data.map(({ attributes }: Registration) => attributes.name);
}

/** What stands in the mail of somebody. */
async function codeOf(name: string): Promise<string> {
  const { data } = await centre('GET', `/activities/${activity}/registrations`);
  const codes = data as { attributes: { name: string; check_in_code: string } }[];
  return codes.find(({ attributes }) => attributes.name === name)?.attributes.check_in_code ?? '';
}

/** Until the browser has the page and its files: nobody waits for that at the door. */
const pageIsKept = (page: Page) =>
  expect.poll(() => page.evaluate(async () => Boolean(await caches.match(location.pathname)))).toBe(true);

const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

async function toTheDoor(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${world.origin}/activiteitenkalender/overzicht/${activity}/inchecken?datum=${date}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Taalcafé' })).toBeVisible();
  return page;
}

test('without a line taps and walk-ins wait on the phone, its screen opens again, and all count once when the line is back', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  const door = await context.newPage();
  await signIn(door, world, CENTRE);

  await door.goto(`${world.origin}/activiteitenkalender/overzicht/${activity}`);
  await door.getByRole('link', { name: 'Deelnemers', exact: true }).click();
  await expect(door.getByText('4 van 6 plekken bezet.')).toBeVisible();
  await expectAccessible(door);
  await door.getByRole('link', { name: 'Inchecken' }).click();
  await expect(door.getByText('0 van 4 binnen')).toBeVisible();
  await expect(row(door, 'Amina Osman')).toHaveAttribute('aria-pressed', 'false');
  await row(door, 'Fatma Yildiz').click();
  await expect(door.getByText('2 van 4 binnen')).toBeVisible();
  await expect.poll(present).toEqual(['Fatma Yildiz']);
  await pageIsKept(door);

  const sent: string[] = [];
  context.on('requestfinished', (request) => {
    if (/\/(check_in|walk_ins)$/.test(request.url())) sent.push(request.postData() ?? '');
  });
  await context.setOffline(true);
  await row(door, 'Amina Osman').click();
  await row(door, 'Bogdan Ionescu').click();
  await door.getByRole('button', { name: 'Ongedaan maken' }).click();
  await row(door, 'Bogdan Ionescu').click();
  await expect(door.getByText('Geen verbinding: 4 tikken wachten.')).toBeVisible();
  await door.getByRole('button', { name: 'Zonder aanmelding' }).click();
  const dialog = door.getByRole('dialog');
  await dialog.getByLabel('Voornaam').fill('Nour');
  await dialog.getByRole('button', { name: 'Toevoegen' }).click();
  await expect(door.getByText('5 van 5 binnen')).toBeVisible();
  await expect(door.getByText('Geen verbinding: 5 tikken wachten.')).toBeVisible();
  await expectAccessible(door);
  expect(await present()).toEqual(['Fatma Yildiz']);
  expect(sent).toEqual([]);

  // Back to the list of names and to the door again: the screen opens without a line too.
  await door.getByRole('link', { name: 'Stoppen' }).click();
  await expect(door.getByRole('heading', { level: 2, name: /dag \d/ })).toBeVisible();
  await door.getByRole('link', { name: 'Inchecken' }).click();
  await expect(door.getByText('5 van 5 binnen')).toBeVisible();
  await door.close();

  // Nothing of the app is left in memory.
  const again = await toTheDoor(context);
  await expect(again.getByText('5 van 5 binnen')).toBeVisible();
  await expect(again.getByText('5 tikken wachten.', { exact: false })).toBeVisible();
  await expectAccessible(again);
  await again.getByRole('link', { name: 'QR scannen' }).click();
  await again.getByLabel('Code uit de mail').fill(await codeOf('Fatma Yildiz'));
  await again.getByRole('button', { name: 'Inchecken' }).click();
  await expect(again.getByText('Fatma Yildiz was al binnen')).toBeVisible();
  await again.getByLabel('Code uit de mail').fill('0123456789');
  await again.getByRole('button', { name: 'Inchecken' }).click();
  await expect(again.getByText('Zonder verbinding zien we niet van wie de code is.', { exact: false })).toBeVisible();
  await again.close();
  expect(sent).toEqual([]);

  await context.setOffline(false);
  const later = await toTheDoor(context);
  await expect(later.getByText('5 van 5 binnen')).toBeVisible();
  await expect(later.getByText('wacht', { exact: true })).toHaveCount(0);
  await expect.poll(present).toEqual(['Amina Osman', 'Bogdan Ionescu', 'Fatma Yildiz', 'Nour'].sort(byLastName));
  expect(sent).toHaveLength(5);
  await later.reload();
  await expect(later.getByText('5 van 5 binnen')).toBeVisible();
  expect(sent).toHaveLength(5);
  expect((await present()).filter((name) => name === 'Nour')).toHaveLength(1);

  await signOut(later, world);
  expect(await later.evaluate(async () => [...(await caches.keys()), ...Object.keys(localStorage)].filter((name) => /check-in/.test(name)))).toEqual([]);
  await context.close();
});

const byLastName = (one: string, other: string): number =>
  (one.split(' ').at(-1) ?? '').localeCompare(other.split(' ').at(-1) ?? '');

test('a tap that another device overruled is told of, and one that is refused says why', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  await signIn(await context.newPage(), world, CENTRE);
  const door = await toTheDoor(context);
  await context.setOffline(true);
  const { data } = await centre('GET', `/activities/${activity}/registrations?filter[q]=amina`);
  const amina = data[0].id;
  await row(door, 'Amina Osman').click();
  const wasPresent = (await present()).includes('Amina Osman');
  await new Promise((done) => setTimeout(done, 50));
  await centre('POST', `/activity_registrations/${amina}/check_in`, {
    present: wasPresent,
    tap_id: 'another-device-1',
    occurrence_id: date,
  });
  await context.setOffline(false);
  await expect(door.getByText(/op een ander apparaat getikt, later dan jouw tik/)).toBeVisible();
  await door.getByRole('button', { name: 'Gezien: Amina Osman' }).click();

  await context.setOffline(true);
  await row(door, 'Bogdan Ionescu').click();
  const found = await centre('GET', `/activities/${activity}/registrations?filter[q]=bogdan`);
  await centre('PUT', `/activity_registrations/${found.data[0].id}/transition`, { event: 'remove' });
  await context.setOffline(false);
  await expect(door.getByText(/De tik van .* voor Bogdan Ionescu is niet gelukt/)).toBeVisible();
  await expect(row(door, 'Bogdan Ionescu')).toHaveCount(0);
  await context.close();
});

/** A film of a QR code, for a browser that takes it for its camera. */
function filmOf(text: string): Buffer {
  const [width, height] = [640, 480];
  const modules = encodeQR(text, 'raw', { border: 4 });
  const scale = Math.floor(320 / modules.length);
  const light = Buffer.alloc(width * height, 190);
  for (let y = 0; y < modules.length * scale; y += 1)
    for (let x = 0; x < modules.length * scale; x += 1)
      light[(y + 80) * width + x + 160] = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 40 : 220;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), frame, frame]);
}

test('the camera reads the code of a mail and checks in, once', async ({ launchOptions }) => {
  const { data } = await centre('POST', `/activities/${activity}/walk_ins`, {
    occurrence_id: date,
    first_name: 'Karolina',
    last_name: 'Nowak',
    party_size: 1,
    present: false,
  });
  const folder = mkdtempSync(join(tmpdir(), 'voluntr-film-'));
  writeFileSync(join(folder, 'code.y4m'), filmOf(`${world.origin}/activiteitenkalender#inchecken=${data.attributes.check_in_code}`));
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${join(folder, 'code.y4m')}`,
    ],
  });
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'nl-NL', reducedMotion: 'reduce' });
  await signIn(await context.newPage(), world, CENTRE);
  const door = await toTheDoor(context);
  await door.getByRole('link', { name: 'QR scannen' }).click();
  await expect(door.getByText('Karolina Nowak is binnen')).toBeVisible();
  await expectAccessible(door);
  await expect.poll(present).toContain('Karolina Nowak');
  const video = await door.locator('video').elementHandle();
  const isOn = () => video?.evaluate((each: HTMLVideoElement) => each.srcObject !== null);
  expect(await isOn()).toBe(true);
  // It stays before the camera, and counts once.
  await door.waitForTimeout(3000);
  await expect(door.getByText('Karolina Nowak is binnen')).toBeVisible();
  await door.getByRole('link', { name: 'Naar de lijst' }).click();
  await expect(row(door, 'Karolina Nowak')).toHaveAttribute('aria-pressed', 'true');
  expect(await isOn()).toBe(false);
  await browser.close();
  rmSync(folder, { recursive: true });
});

test('on the page of an activity somebody is put on the list, taken off and put back', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/activiteitenkalender/overzicht/${activity}?deel=deelnemers`);
  await page.getByRole('button', { name: 'Naam toevoegen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Toevoegen' }).click();
  await expect(dialog.getByText(/Voornaam/).first()).toBeVisible();
  await dialog.getByLabel('Voornaam').fill('Hana');
  await dialog.getByLabel('Achternaam').fill('Tesfay');
  await dialog.getByRole('button', { name: 'Toevoegen' }).click();
  await expect(page.getByRole('button', { name: 'Hana Tesfay is aanwezig' })).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Hana Tesfay is aanwezig' }).click();
  await expect(page.getByRole('button', { name: 'Hana Tesfay is aanwezig' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(present).toContain('Hana Tesfay');

  await page.getByRole('button', { name: 'Meer acties voor Hana Tesfay' }).click();
  await page.getByRole('menuitem', { name: 'Van de lijst halen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Van de lijst halen' }).click();
  await expect(page.getByRole('button', { name: /^Hana Tesfay/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Wie niet meer komt tonen' }).click();
  await page.getByRole('button', { name: 'Meer acties voor Hana Tesfay' }).click();
  await page.getByRole('menuitem', { name: 'Terugzetten' }).click();
  await expect(page.getByText('Hana Tesfay staat weer op de lijst')).toBeVisible();

  await page.getByRole('button', { name: 'Meer met deze deelnemers' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Downloaden als csv-bestand' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`Deelnemers Taalcafé ${local(Date.now() + 30 * MINUTE).slice(0, 10)}.csv`);
});

test('where coming counts as hours, somebody who goes is checked out', async ({ page }) => {
  await centre('PATCH', `/activities/${activity}`, undefined, {
    data: { type: 'activities', id: activity, attributes: { counts_hours: true, capacity: 20 } },
  });
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/activiteitenkalender/overzicht/${activity}/inchecken?datum=${date}`);
  await page.getByRole('button', { name: 'Zonder aanmelding' }).click();
  await page.getByRole('dialog').getByLabel('Voornaam').fill('Wim');
  await page.getByRole('dialog').getByRole('button', { name: 'Toevoegen' }).click();
  await page.getByRole('button', { name: 'Wim gaat weg' }).click();
  await expect(row(page, 'Wim')).toContainText(/ tot .* uur/);
  await expect(page.getByRole('button', { name: 'Wim gaat weg' })).toHaveCount(0);
  await expect
    .poll(async () => (await centre('GET', `/activities/${activity}/registrations?filter[q]=wim`)).data[0].attributes.checked_out_at)
    .not.toBeNull();
});
