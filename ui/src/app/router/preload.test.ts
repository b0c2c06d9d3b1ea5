import { describe, expect, test } from 'vitest';
import type { RouteRow } from '../route-row.ts';
import { createPreloader, MOST_AT_ONCE, mayPreload, rowOfLink } from './preload.ts';

describe('screens are fetched ahead', () => {
  test('at most five at a time, each once, and one that fails holds up no other', async () => {
    let underWay = 0;
    let most = 0;
    const asked: string[] = [];
    const rows: RouteRow[] = Array.from({ length: 12 }, (_, at) => ({
      path: `/${at}`,
      titleKey: 'home.title' as const,
      load: async () => {
        asked.push(`/${at}`);
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((done) => setTimeout(done, 1));
        underWay -= 1;
        if (at % 3 === 0) throw new TypeError('gone');
        return { default: () => null };
      },
    }));
    const preload = createPreloader();
    for (const row of [...rows, ...rows]) preload(row);
    await expect.poll(() => asked.length).toBe(12);
    expect(MOST_AT_ONCE).toBe(5);
    expect(most).toBe(5);
    await expect.poll(() => underWay).toBe(0);
    expect(new Set(asked).size).toBe(12);
  });

  test.each([
    [{}, true],
    [{ effectiveType: '4g' }, true],
    [{ effectiveType: '3g' }, true],
    [{ effectiveType: '2g' }, false],
    [{ effectiveType: 'slow-2g' }, false],
    [{ effectiveType: '4g', saveData: true }, false],
  ])('on a connection %o: %s', (connection, may) => {
    expect(mayPreload(connection)).toBe(may);
  });

  test.each([
    ['/vacancies/3?apply=1', '/vacancies/:id'],
    ['/en/vacancies', '/vacancies'],
    ['https://example.org/vacancies', undefined],
    ['/niets/daar', undefined],
  ])('the link %s leads to %s', (href, path) => {
    const link = Object.assign(document.createElement('a'), { href });
    const rows = ['/vacancies/:id', '/vacancies'].map((each) => ({
      path: each,
      titleKey: 'home.title' as const,
      load: async () => ({ default: () => null }),
    }));
    expect(rowOfLink(link, rows)?.path).toBe(path);
  });

  test('a file to keep is no screen', () => {
    const link = Object.assign(document.createElement('a'), { href: '/vacancies', download: 'x.csv' });
    expect(rowOfLink(link)).toBeNull();
  });
});
