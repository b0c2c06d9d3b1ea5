// A page of a centre, in the language of its reader or in the one that it has.
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type FakeAnswer, fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const BY_SLUG = '/api/v1/pages/by_slug/over-ons';

function page(locale: 'nl' | 'en', title: string, type = 'default'): FakeAnswer {
  const of = {
    title,
    slug: 'over-ons',
    locale,
    page_type: type,
    page_layout: 'wide',
    show_title_on_page: true,
    tags: [],
    published_at: '2026-11-02T09:00:00Z',
  };
  return oneOf(wire('pages', '4', of), {
    included: [wire('content_blocks', '1', { position: 1, html: '<p>Wij zitten op het Marktplein.</p>' })],
    meta: { path: '/over-ons', translation_path: null, is_preview: false, related: [] },
  });
}

const refused = (status: number, code: string, meta = {}): FakeAnswer => ({
  status,
  document: { errors: [{ status: String(status), code, title: code, detail: code, meta }] },
});

const skeletons = () => document.querySelectorAll('main .skeleton').length;

describe('a page that nobody translated', () => {
  test.each(['default', 'success_story'])('is shown as it is, and says so: %s', async (type) => {
    await render('/en/over-ons', { server: fakeServer({ [BY_SLUG]: page('nl', 'Over ons', type) }) });
    await screen.findByText('This page is only available in Dutch.');
    const title = await screen.findByRole('heading', { level: 1, name: 'Over ons' });
    expect(title.closest('[lang]')?.getAttribute('lang')).toBe('nl');
    const text = screen.getByText('Wij zitten op het Marktplein.');
    expect(text.closest('[lang]')?.getAttribute('lang')).toBe('nl');
    expect(skeletons()).toBe(0);
  });

  test('is said in Dutch to a Dutch reader of an English page', async () => {
    await render('/over-ons', { server: fakeServer({ [BY_SLUG]: page('en', 'About us') }) });
    await screen.findByText('Deze pagina is er alleen in het Engels.');
    expect(screen.getByText('About us', { selector: 'h1' }).closest('[lang]')?.getAttribute('lang')).toBe(
      'en',
    );
  });

  test('one that is in the language of its reader says nothing', async () => {
    await render('/over-ons', { server: fakeServer({ [BY_SLUG]: page('nl', 'Over ons') }) });
    const title = await screen.findByRole('heading', { level: 1, name: 'Over ons' });
    expect(title.closest('main [lang]')).toBeNull();
    expect(screen.queryByText(/alleen in het/)).toBeNull();
  });

  test('stands in the news of the other language, marked', async () => {
    const item = {
      title: 'Koffie op het plein',
      slug: 'koffie',
      locale: 'nl',
      page_type: 'news',
      featured: false,
      summary: 'Kom je ook?',
      published_at: '2026-11-02T09:00:00Z',
    };
    const server = fakeServer({ '/api/v1/published_pages': listOf([wire('published_pages', '9', item)]) });
    await render('/en/nieuws', { server });
    const title = await screen.findByRole('heading', { level: 2, name: 'Koffie op het plein' });
    expect(title.getAttribute('lang')).toBe('nl');
    expect(screen.getByText('In Dutch')).toBeTruthy();
    const asked = server.calls.find(({ address }) => address.startsWith('/api/v1/published_pages'));
    expect(decodeURIComponent(asked?.address ?? '')).toContain('filter[read_in]=en');
  });
});

describe('a page that cannot be had', () => {
  test('is an error with a way to try again, never a skeleton', async () => {
    await render('/over-ons', { server: fakeServer({ [BY_SLUG]: refused(500, 'internal') }) });
    await screen.findByRole('button', { name: 'Opnieuw proberen' });
    expect(skeletons()).toBe(0);
  });

  test('is gone where it is said to have moved to the address that one is at', async () => {
    const moved = { moved_to: { type: 'pages', path: '/over-ons' } };
    await render('/over-ons', { server: fakeServer({ [BY_SLUG]: refused(410, 'gone', moved) }) });
    await screen.findByRole('link', { name: 'Terug naar de homepage' });
    expect(skeletons()).toBe(0);
  });
});
