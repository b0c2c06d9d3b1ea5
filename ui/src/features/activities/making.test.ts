import { afterEach, describe, expect, test } from 'vitest';
import { credentials, menu } from '../../lib/session/session.ts';
import { leadToMaking } from './making.ts';

function pageWithLinks(): { page: HTMLElement; href: () => string | null; isFirst: () => boolean } {
  const page = document.createElement('div');
  page.innerHTML =
    '<a class="make-activity" href="/auth/login-1?next=x">+</a><p class="make-first"><a href="/organizations/signup">o</a></p>';
  return {
    page,
    href: () => page.querySelector('.make-activity')?.getAttribute('href') ?? null,
    isFirst: () => page.querySelector<HTMLElement>('.make-first')?.hidden === false,
  };
}

afterEach(() => {
  credentials.value = null;
  menu.value = [];
});

describe('the way to a new activity', () => {
  test('asks a visitor to sign in, or to sign up an organisation', () => {
    const { page, href, isFirst } = pageWithLinks();
    leadToMaking(page);
    expect(href()).toBe('/auth/login-1?next=x');
    expect(isFirst()).toBe(true);
  });

  test('is the form for who may write one, and signing up an organisation for another', () => {
    const { page, href, isFirst } = pageWithLinks();
    credentials.value = { client: 'c', uid: 'u' };
    leadToMaking(page);
    expect(href()).toBe('/organizations/signup');
    menu.value = ['activities'];
    leadToMaking(page);
    expect(href()).toBe('/activiteitenkalender/overzicht/nieuw');
    expect(isFirst()).toBe(false);
  });

  test('is as it was after signing out', () => {
    const { page, href } = pageWithLinks();
    credentials.value = { client: 'c', uid: 'u' };
    menu.value = ['activities'];
    leadToMaking(page);
    credentials.value = null;
    menu.value = [];
    leadToMaking(page);
    expect(href()).toBe('/auth/login-1?next=x');
  });
});
