// Every path of the product's table is a screen of the app, and the server has a page for it.
import { expect, test } from '@playwright/test';
import product from '../../ui/src/app/product-routes.json' with { type: 'json' };
import { ROUTES } from '../../ui/src/app/routes.ts';
import { startWorld, type World } from './world.ts';

/** A page that a centre writes is there once it is written. */
const WRITTEN = ['/gelderse-handen'];
/** Lead elsewhere by what they do. */
const LEAD_AWAY = ['/uitloggen', '/switch', '/auth/token'];

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

/** Of `/nieuws/:slug?` the list; none where the address needs a row. */
function addressOf(path: string): string | null {
  const plain = path.replace(/\/:\w+\?$/, '') || '/';
  return plain.includes(':') ? null : plain;
}

test('every path that is promised is a screen, and the server answers it with a page', async ({ request }) => {
  const known = new Set(ROUTES.map(({ path }) => path));
  expect(product.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
  const addresses = ROUTES.map(({ path }) => addressOf(path)).filter(
    (path) => path !== null && !WRITTEN.includes(path) && !LEAD_AWAY.includes(path),
  );
  const answers = await Promise.all(
    addresses.map(async (path) => {
      const answer = await request.get(`${world.origin}${path}`);
      return { path, status: answer.status(), type: answer.headers()['content-type'] };
    }),
  );
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter(({ status, type }) => status !== 200 || !type?.startsWith('text/html'))).toEqual([]);
});
