// The life of an organisation: it signs up under a name that is there already, is approved, tells of itself step by step,
// stands on the social map, moves to another centre, and goes up in another organisation. Its old address leads along.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, linkIn, PASSWORD, signInByForm, signOut, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const ADMIN = 'admin@demo.voluntr.example';
const ABOUT =
  'We repareren kapotte spullen samen met buren. Iedereen mag binnenlopen met een lamp, een fiets of een trui. De koffie staat klaar.';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

/** Asks the api as whoever is signed in, at a centre of the tenant. */
async function ask<T>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  centre?: string,
  version?: number,
): Promise<T> {
  return (await page.evaluate(
    async ([how, where, what, at, read]) => {
      const { client, uid } = JSON.parse(localStorage.getItem('voluntr-session') ?? '{}');
      const headers: Record<string, string> = { client, uid, 'content-type': 'application/vnd.api+json' };
      if (at) headers['volunteer-center-id'] = at;
      if (read) headers['if-match'] = `"${read}"`;
      const answer = await fetch(`/api/v1/${where}`, {
        method: how,
        headers,
        ...(what === undefined ? {} : { body: JSON.stringify(what) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${how} ${where}: ${answer.status} ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    [method, path, body, centre, version] as const,
  )) as T;
}

interface Row {
  id: string;
  attributes: { name: string };
}

test('an organisation signs up, is recognised, tells of itself, and stays to be found wherever it goes', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto(`${world.origin}/`);
  const listed = await ask<{ data: Row[] }>(page, 'GET', 'organizations?page[size]=3');
  const twin = listed.data[0] as Row;
  await page.goto(`${world.origin}/organizations/signup`);
  await page.getByLabel(/Naam van/).fill(`Stichting ${twin.attributes.name}`);
  await page.getByLabel(/buurtinitiatief/i).check();
  await page.getByRole('button', { name: /^Volgende/ }).click();
  await page.getByLabel('Straat').fill('Dorpsweg');
  await page.getByLabel('Huisnummer').fill('3');
  await page.getByLabel('Postcode').fill('5309 AB');
  await page.getByLabel('Plaats').fill('Kortelaar');
  await page.getByRole('button', { name: /^Volgende/ }).click();
  await page.getByLabel('Voornaam').fill('Els');
  await page.getByLabel('Achternaam').fill('Kuiper');
  await page.getByLabel('E-mailadres').fill('els@example.nl');
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: /Registreren/ }).click();
  await expect(page).toHaveURL(/signup\/success/);
  const letter = await world.mailTo('els@example.nl', 'Bevestig');
  await page.goto(world.origin + linkIn(letter, '/confirm?token='));
  await page.getByRole('button', { name: 'Account bevestigen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je account is klaar');

  // The centre is warned that it may be there already, and decides.
  await signInByForm(page, world, CENTRE);
  await page.goto(`${world.origin}/organizations/approve`);
  await page.getByRole('grid').getByRole('link', { name: `Stichting ${twin.attributes.name}` }).click();
  await expect(page.getByRole('link', { name: twin.attributes.name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Goedkeuren' }).click();
  await expect(page.getByText(/is goedgekeurd/).first()).toBeVisible();
  await signOut(page, world);

  // It tells of itself, one step after the other.
  await signInByForm(page, world, 'els@example.nl');
  const own = await ask<{ data: Row[] }>(page, 'GET', 'current_organizations');
  const id = (own.data[0] as Row).id;
  await page.goto(`${world.origin}/organizations/${id}/edit`);
  await page.locator('textarea').first().fill(ABOUT);
  await page.reload();
  await expect(page.getByText(ABOUT)).toBeVisible();
  await expectAccessible(page);
  const next = () => page.getByRole('button', { name: 'Opslaan en verder' }).click();
  await next();
  await expect(page).toHaveURL(/step=contact/);
  await page.getByLabel('Telefoonnummer').first().fill('06 12345678');
  await page.getByLabel('Het e-mailadres').check();
  await expectAccessible(page);
  await next();
  await expect(page).toHaveURL(/step=place/);
  await page.getByRole('button', { name: 'Locatie toevoegen' }).click();
  const place = page.getByRole('group', { name: 'Locatie 2' });
  await place.getByLabel('Postcode').fill('8011 AA');
  await expectAccessible(page);
  await next();
  await expect(page).toHaveURL(/step=hours/);
  await page.getByLabel('Maandag open van').fill('09:30');
  await page.getByLabel('Maandag open tot').fill('12:00');
  await expectAccessible(page);
  await next();
  await expect(page).toHaveURL(/step=map/);
  await page.getByLabel('Op de sociale kaart tonen').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Gegevens opslaan', exact: true }).click();
  await expect(page.getByText('Opgeslagen').first()).toBeVisible();
  await signOut(page, world);

  // Everybody finds it, with what it chose to show and no more.
  await page.goto(`${world.origin}/sociale-kaart/${id}`);
  await expect(page.getByText('els@example.nl').first()).toBeVisible();
  await expect(page.getByText(/9\.30/).first()).toBeVisible();
  await expect(page.getByText('06 12345678')).toBeHidden();

  // To another centre, when both say yes.
  await signInByForm(page, world, ADMIN);
  const made = await ask<{ data: Row }>(page, 'POST', 'volunteer_centers', {
    data: { type: 'volunteer_centers', attributes: { name: 'Punt Overkant', host: 'overkant.localhost' } },
  });
  const there = made.data.id;
  const here = await ask<{ data: { id: string; relationships: { theme: { data: { id: string } } } }[] }>(
    page,
    'GET',
    'volunteer_centers?include=theme',
  );
  for (const centre of here.data) {
    await ask(page, 'PATCH', `themes/${centre.relationships.theme.data.id}`, {
      data: { type: 'themes', id: centre.relationships.theme.data.id, attributes: { enable_moving_organizations: true } },
    }, centre.id);
  }
  await page.goto(`${world.origin}/organizations/${id}/move`);
  await page.getByLabel('Vrijwilligerspunt').selectOption({ label: 'Punt Overkant' });
  await page.getByRole('button', { name: 'Vraag versturen' }).click();
  await expect(page.getByText('De vraag is verstuurd').first()).toBeVisible();
  const offered = await ask<{ data: { meta: { version: number } } }>(page, 'GET', `organizations/${id}`, undefined, there);
  const accepted = { data: { attributes: { event: 'accept' } } };
  await ask(page, 'PUT', `organizations/${id}/move/confirm`, accepted, there, offered.data.meta.version);
  await signOut(page, world);
  const moved = await page.request.get(`${world.origin}/organizations/${id}`, { maxRedirects: 0 });
  expect(moved.status()).toBe(302);
  expect(moved.headers()['location']).toContain(`overkant.localhost`);

  // And there it goes up in another.
  await signInByForm(page, world, ADMIN);
  const other = await ask<{ data: Row }>(
    page,
    'POST',
    'organizations',
    { data: { type: 'organizations', attributes: { name: 'Repair Overkant', neighbourhood_initiative: true } } },
    there,
  );
  await ask(page, 'POST', `organizations/${id}/merge`, { data: { attributes: { into: other.data.id } } }, there);
  const merged = await page.request.get(`${world.origin}/organizations/${id}`, { maxRedirects: 0 });
  expect(merged.headers()['location']).toMatch(new RegExp(`overkant\\.localhost.*/organizations/${other.data.id}$`));
});
