// A photo of one's own: chosen, cut with the keyboard, described, sent, shown to everybody, in a browser with the
// policy of the page.
import { expect, type Page, test } from '@playwright/test';
import { png } from './png.ts';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

async function choose(page: Page, name: string, buffer: Buffer, mimeType = 'image/png'): Promise<void> {
  await page.getByTestId('picture-file').setInputFiles({ name, mimeType, buffer });
}

test('an organisation shows a photo of its own', async ({ page }) => {
  await signIn(page, world, 'organisatie@demo.voluntr.example');
  await page.goto(`${world.origin}/organizations`);
  const id = await page.evaluate(async () => {
    const { client, uid } = JSON.parse(localStorage.getItem('voluntr-session') ?? '{}');
    const answer = await fetch('/api/v1/current_organizations', { headers: { client, uid } });
    return ((await answer.json()) as { data: { id: string }[] }).data[0]?.id;
  });
  await page.goto(`${world.origin}/organizations/${id}/edit`);
  const group = page.getByRole('group', { name: /^Foto/ });
  await group.getByRole('button', { name: 'Foto kiezen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Foto kiezen' });
  await expect(dialog).toBeVisible();

  // Too large, and no picture: said at once.
  await choose(page, 'groot.png', Buffer.alloc(6 * 1024 * 1024));
  await expect(dialog.getByText('De grootte van de foto moet kleiner zijn dan 5 MB')).toBeVisible();

  await choose(page, 'tuin.png', png(1200, 1200));
  await expect(dialog.getByAltText('De foto die je hebt gekozen')).toBeVisible();
  await expectAccessible(page);
  // The part and the point move with the keyboard.
  await dialog.getByRole('button', { name: /Hoek rechtsonder/ }).or(dialog.getByLabel('Hoek rechtsonder verplaatsen')).focus();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('button', { name: /^Middelpunt/ }).focus();
  await page.keyboard.press('ArrowUp');
  await dialog.getByLabel('Wat is er te zien?').fill('Een tuin in de zomer');
  await dialog.getByRole('button', { name: 'Foto gebruiken' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Opslaan en verder' }).click();
  await expect(page).toHaveURL(/step=contact/);

  await page.goto(`${world.origin}/organizations/${id}`);
  const photo = page.getByAltText('Een tuin in de zomer');
  await expect(photo).toBeVisible();
  await expect(photo).toHaveAttribute('srcset', /320w$/);
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
});
