// Drafts, the reload guard, unsaved work, builds: what keeps work from getting lost.
import { describe, expect, test, vi } from 'vitest';
import { checkBuild } from './builds.ts';
import { dropAllDrafts, dropDraft, readDraft, saveDraft } from './drafts.ts';
import { mayReload } from './reload-guard.ts';
import { hasUnsaved, markSaved, markUnsaved } from './unsaved.ts';

test('a draft is kept until it is dropped', () => {
  saveDraft('vacancies/new', { title: 'Voorlezen' });
  saveDraft('vacancies/2', { title: 'Lopen' });
  expect(readDraft('vacancies/new')).toEqual({ title: 'Voorlezen' });
  dropDraft('vacancies/new');
  expect(readDraft('vacancies/new')).toBeNull();
  dropAllDrafts();
  expect(readDraft('vacancies/2')).toBeNull();
});

test('a page is reloaded once in ten seconds', () => {
  expect(mayReload('/a', 0)).toBe(true);
  expect(mayReload('/a', 9_999)).toBe(false);
  expect(mayReload('/b', 9_999)).toBe(true);
  expect(mayReload('/b', 20_000)).toBe(true);
});

test('unsaved work is known by the name of its form', () => {
  markUnsaved('vacancy');
  markUnsaved('note');
  markSaved('vacancy');
  expect(hasUnsaved.value).toBe(true);
  markSaved('note');
  expect(hasUnsaved.value).toBe(false);
});

describe('a new build', () => {
  test('is another id than the first one seen', async () => {
    const ids = ['one', 'one', 'two'];
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ id: ids.shift() })));
    expect(await checkBuild()).toBe(false);
    expect(await checkBuild()).toBe(false);
    expect(await checkBuild()).toBe(true);
  });
});
