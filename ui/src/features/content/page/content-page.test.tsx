// A page of a centre and its news: the server's HTML in the app, and what comes to life in it.
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { offerFirstPage } from '../../../lib/server-page/first-page.ts';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const FRAGMENT = '/over-ons/_fragment.json';

const page = (html: string, more: object = {}): FakeAnswer => ({
  document: { path: '/over-ons', title: 'Over ons', description: 'Wie wij zijn.', html, ...more } as object,
});

const refused = (status: number, code: string): FakeAnswer => ({
  status,
  document: { errors: [{ status: String(status), code, title: code, detail: code }] },
});

const skeletons = () => document.querySelectorAll('main .skeleton').length;
const asked = (calls: readonly { address: string }[]) =>
  calls.filter(({ address }) => address.includes('/_fragment.json')).map(({ address }) => address);

const BLOCKS = `<div class="content-blocks"><h1>Over ons</h1>
  <p><a href="/nieuws?type=news">Nieuws</a></p>
  <article class="vacancy-card"><a class="vacancy-link" href="/vacancies/7">Wandelen</a></article></div>`;

describe('a page that the server wrote', () => {
  test('is put into the app as it is, with the title of its head', async () => {
    await render('/over-ons', { server: fakeServer({ [FRAGMENT]: page(BLOCKS) }) });
    await screen.findByRole('heading', { level: 1, name: 'Over ons' });
    expect(document.querySelector('main .content-blocks')).toBeTruthy();
    expect(skeletons()).toBe(0);
  });

  test('is asked for with its question, and by its own language', async () => {
    const server = fakeServer({ '/en/nieuws/_fragment.json': page('<h1>News</h1>', { path: '/en/nieuws' }) });
    await render('/en/nieuws?page=2', { server });
    await screen.findByRole('heading', { level: 1, name: 'News' });
    expect(asked(server.calls)).toEqual(['/en/nieuws/_fragment.json?page=2']);
  });

  test('comes to life: a heart on a vacancy, and links that stay in the app', async () => {
    const news = page('<h1>Nieuws</h1>', { path: '/nieuws' });
    const server = fakeServer({ [FRAGMENT]: page(BLOCKS), '/nieuws/_fragment.json': news });
    await render('/over-ons', { server });
    const card = (await screen.findByRole('link', { name: 'Wandelen' })).closest('article') as HTMLElement;
    expect(await within(card).findByRole('button', { name: /Wandelen/ })).toBeTruthy();
    await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Nieuws' }));
    await screen.findByRole('heading', { level: 1, name: 'Nieuws' });
    expect(location.pathname + location.search).toBe('/nieuws?type=news');
  });

  test('that came with the document is taken over, and not asked for again', async () => {
    const server = fakeServer();
    history.replaceState(null, '', '/over-ons');
    const whole = document.implementation.createHTMLDocument();
    whole.body.innerHTML = `<div id="root"><main id="content">\n${BLOCKS}\n</main></div>`;
    offerFirstPage({ path: '/over-ons', title: 'Over ons', description: '' }, whole);
    await render('/over-ons', { server });
    await screen.findByRole('heading', { level: 1, name: 'Over ons' });
    expect(asked(server.calls)).toEqual([]);
    expect(document.querySelector('main .content-blocks')?.outerHTML).toContain('vacancy-link');
  });
});

describe('a page that cannot be had', () => {
  test('is an error with a way to try again, never a skeleton', async () => {
    await render('/over-ons', { server: fakeServer({ [FRAGMENT]: refused(500, 'internal') }) });
    await screen.findByRole('button', { name: 'Opnieuw proberen' });
    expect(skeletons()).toBe(0);
  });

  test.each([
    [404, 'not_found'],
    [410, 'gone'],
  ])('is not there: %s', async (status, code) => {
    await render('/over-ons', { server: fakeServer({ [FRAGMENT]: refused(status, code) }) });
    await screen.findByRole('link', { name: 'Terug naar de homepage' });
    expect(skeletons()).toBe(0);
  });

  test('has moved: the address becomes that of where it stands now', async () => {
    // The browser follows the redirect; the answer says where it came from.
    const there = page('<h1>Wie wij zijn</h1>', { path: '/wie-wij-zijn' });
    const server = fakeServer({ [FRAGMENT]: there, '/wie-wij-zijn/_fragment.json': there });
    await render('/over-ons', { server });
    await waitFor(() => expect(location.pathname).toBe('/wie-wij-zijn'));
    await screen.findByRole('heading', { level: 1, name: 'Wie wij zijn' });
    act(() => navigateTo('/over-ons'));
    await waitFor(() => expect(location.pathname).toBe('/wie-wij-zijn'));
  });
});
