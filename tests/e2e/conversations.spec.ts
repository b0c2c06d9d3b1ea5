// Conversations: a volunteer asks something about a vacancy, its organisation sees it at once and answers, and both put it
// away as they like.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const MANAGER = 'organisatie@demo.voluntr.example';
const ORGANIZATION = 'Taalhuis Lindewaard';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

async function browserOf(browser: Browser, email: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width, height: 900 } });
  const page = await context.newPage();
  await signIn(page, world, email);
  return page;
}

/** The address of a vacancy of the organisation, that is open: the same one at every hour of the day. */
async function vacancyOf(page: Page): Promise<string> {
  await page.goto(`${world.origin}/sociale-kaart`);
  return page.evaluate(async (name) => {
    const ask = async (path: string) => (await fetch(`/api/v1${path}`)).json();
    const { data: organizations } = await ask(`/organizations?filter[q]=${encodeURIComponent(name)}`);
    const { data } = await ask(`/vacancies?filter[organization_id_eq]=${organizations[0].id}&sort=title&page[size]=1`);
    return `/vacancies/${data[0].id}`;
  }, ORGANIZATION);
}

test('a question about a vacancy is seen at once, answered at once, and put away', async ({ browser }) => {
  const volunteer = await browserOf(browser, VOLUNTEER);
  const manager = await browserOf(browser, MANAGER);
  await manager.goto(`${world.origin}/conversations`);
  await expect(manager.getByRole('heading', { level: 1, name: 'Gesprekken' })).toBeVisible();

  await volunteer.goto(`${world.origin}${await vacancyOf(volunteer)}`);
  const title = await volunteer.getByRole('heading', { level: 1 }).innerText();
  await volunteer.getByRole('link', { name: 'Vraag stellen' }).click();
  const dialog = volunteer.getByRole('dialog', { name: 'Gesprek beginnen' });
  await expect(dialog.getByText(`Met ${ORGANIZATION}`)).toBeVisible();
  await expect(dialog.getByText(`Over: ${title}`)).toBeVisible();
  await dialog.getByLabel('Je bericht').fill('Kan ik eerst een keer komen kijken?');
  await expectAccessible(volunteer);
  await dialog.getByRole('button', { name: 'Versturen' }).click();
  await expect(volunteer).toHaveURL(/\/conversations\?open=\d+$/);
  const log = volunteer.getByRole('log');
  await expect(log.getByText('Kan ik eerst een keer komen kijken?')).toBeVisible();
  await expect(log.getByText(/^Nog niet gelezen/)).toBeVisible();

  // Without a reload: what the other side wrote stands in the list, and in the menu.
  const row = manager.getByRole('link', { name: /Kan ik eerst een keer komen kijken/ });
  await expect(row).toBeVisible();
  await expect(row).toContainText(title);
  await expect(
    manager.getByRole('navigation', { name: /Hoofdmenu|menu/i }).first().getByRole('link', { name: /Gesprekken\s*\d/ }),
  ).toBeVisible();
  await row.click();
  await expect(manager.getByText('1 nieuw bericht')).toBeVisible();
  await expect(log.getByText('Gelezen', { exact: true })).toBeVisible();
  await manager.getByRole('button', { name: 'Ik pak dit op' }).click();
  await expect(manager.getByText('Jij pakt dit op')).toBeVisible();
  await manager.getByRole('textbox', { name: /^Bericht aan/ }).fill('Natuurlijk. Past woensdag om 10 uur?');
  await volunteer.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await manager.keyboard.press('Control+Enter');
  await expect(manager.getByRole('log').getByText('Natuurlijk. Past woensdag om 10 uur?')).toBeVisible();
  await expectAccessible(manager);
  await expect(log.getByText('Natuurlijk. Past woensdag om 10 uur?')).toBeVisible();
  await expectAccessible(volunteer);

  const more = volunteer.getByRole('button', { name: 'Meer doen met dit gesprek' });
  await more.click();
  await volunteer.getByRole('menuitem', { name: /^Dempen/ }).click();
  await expect(volunteer.getByText('Gedempt')).toBeVisible();

  // What is archived is out of the list, until the other side writes again.
  await volunteer.getByRole('button', { name: /^Archiveren/ }).click();
  await expect(volunteer.getByText('Nog geen gesprekken').or(volunteer.getByText('Gesprek gearchiveerd')).first()).toBeVisible();
  const own = volunteer.getByRole('region', { name: 'Gesprekken, nieuwste eerst' });
  const archived = own.getByRole('link', { name: new RegExp(ORGANIZATION) }).filter({ hasText: title });
  await expect(archived).toHaveCount(0);
  await volunteer.getByRole('link', { name: 'Archief' }).click();
  await archived.click();

  await more.click();
  await volunteer.getByRole('menuitem', { name: /blokkeren/ }).click();
  const block = volunteer.getByRole('dialog', { name: `${ORGANIZATION} blokkeren?` });
  await block.getByRole('button', { name: 'Blokkeren' }).click();
  await expect(volunteer.getByText(/^Je hebt .* geblokkeerd\. Je kunt elkaar niet schrijven\.$/)).toBeVisible();
  // The other side reads that it cannot write, and not why.
  await expect(manager.getByText(/^Je kunt .* nu niet schrijven\.$/)).toBeVisible();
  await volunteer.getByRole('button', { name: 'Blokkering opheffen' }).click();
  await expect(manager.getByRole('textbox', { name: /^Bericht aan/ })).toBeVisible();
});

test('on a phone the list and a conversation come one after the other', async ({ browser }) => {
  const page = await browserOf(browser, MANAGER, 360);
  await page.goto(`${world.origin}/conversations`);
  const row = page.getByRole('link', { name: /Kan ik eerst|Natuurlijk\. Past woensdag/ }).first();
  await row.click();
  await expect(page.getByRole('log')).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeHidden();
  // High enough that no button is half behind the bar above or the field below, as it is while somebody scrolls.
  await page.setViewportSize({ width: 360, height: 1600 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Terug naar de lijst' }).click();
  await expect(row).toBeVisible();
  await expectAccessible(page);
});

test('an organisation writes to all who applied at once, and each reads it in a conversation of their own', async ({
  browser,
}) => {
  const manager = await browserOf(browser, MANAGER);
  await manager.goto(`${world.origin}/applications`);
  await manager.getByRole('checkbox', { name: 'Alles op deze pagina kiezen' }).first().check();
  await manager.getByRole('group', { name: /gekozen/ }).getByRole('button', { name: /^Bericht sturen/ }).click();
  const dialog = manager.getByRole('dialog', { name: 'Bericht sturen' });
  await expect(dialog.getByText(/^\d+ mensen krijgen je bericht, ieder in een eigen gesprek:/)).toBeVisible();
  const left = async (): Promise<number> => {
    const text = await dialog.getByText(/^Vandaag kun je nog \d+ mensen schrijven\.$/).innerText();
    return Number(/\d+/.exec(text)?.[0]);
  };
  const before = await left();
  await expectAccessible(manager);
  await dialog.getByLabel('Je bericht').fill('Volgende week zijn we dicht. Tot de week daarna!');
  const send = dialog.getByRole('button', { name: /^Aan \d+ mensen versturen$/ });
  const count = Number(/\d+/.exec(await send.innerText())?.[0]);
  await send.click();
  await expect(manager.getByText(`Je bericht is verstuurd aan ${count} mensen`)).toBeVisible();
  await expect(dialog).toBeHidden();

  // What was sent counts for the day.
  await manager.getByRole('checkbox', { name: 'Alles op deze pagina kiezen' }).first().check();
  await manager.getByRole('group', { name: /gekozen/ }).getByRole('button', { name: /^Bericht sturen/ }).click();
  expect(await left()).toBe(before - count);

  const volunteer = await browserOf(browser, VOLUNTEER);
  await volunteer.goto(`${world.origin}/conversations`);
  await volunteer.getByRole('link', { name: /Volgende week zijn we dicht/ }).click();
  await expect(volunteer.getByRole('log').getByText('Volgende week zijn we dicht. Tot de week daarna!')).toBeVisible();
  await expect(volunteer.getByRole('textbox', { name: /^Bericht aan/ })).toBeVisible();
});

test('the tabs of a browser share one connection', async ({ browser }) => {
  const first = await browserOf(browser, VOLUNTEER);
  const asked: string[] = [];
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/v1/events')) asked.push(request.url());
  });
  await first.goto(`${world.origin}/profiel`);
  await expect.poll(() => asked.length).toBe(1);
  const second = await first.context().newPage();
  await second.goto(`${world.origin}/conversations`);
  await expect(second.getByRole('heading', { level: 1, name: 'Gesprekken' })).toBeVisible();
  await second.waitForTimeout(1000);
  expect(asked).toHaveLength(1);
  // The other tab takes over when the first is closed.
  await first.close();
  await expect.poll(() => asked.length).toBe(2);
});
