// A photo of one's own: chosen, cut with the keyboard, described, sent, shown to everybody, in a browser with the
// policy of the page.
import { deflateSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

/** A PNG file of one colour above and another below. */
function png(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(y < height / 2 ? [40, 90, 200] : [60, 150, 60]))]),
  );
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

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
