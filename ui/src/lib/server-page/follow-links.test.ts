// Links of the server's HTML.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followLinks, pathOfLink } from './follow-links.ts';

let container: HTMLElement;
let went: string[];
let undo: () => void;

function show(html: string): void {
  container.innerHTML = html;
  undo = followLinks(container, (path) => went.push(path));
}

beforeEach(() => {
  container = document.createElement('div');
  document.body.append(container);
  went = [];
  history.replaceState(null, '', '/');
});
afterEach(() => {
  undo?.();
  container.remove();
  history.replaceState(null, '', '/');
});

/** Whether the browser is left to do what it would. */
function click(element: Element | null, init: MouseEventInit = {}): boolean {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init });
  element?.dispatchEvent(event);
  return !event.defaultPrevented;
}

describe('a link', () => {
  test('within the site goes there without loading the page again', () => {
    show('<a href="/over-ons?x=1#y">Over ons</a>');
    expect(click(container.querySelector('a'))).toBe(false);
    expect(went).toEqual(['/over-ons?x=1#y']);
  });

  test.each([
    ['elsewhere', '<a href="https://www.nov.nl/">NOV</a>'],
    ['to a file', '<a href="/uploads/a.pdf">Stuk</a>'],
    ['to a feed', '<a href="/feeds/news.atom">Feed</a>'],
    ['to be kept', '<a href="/a" download>Stuk</a>'],
    ['in a tab of its own', '<a href="/a" target="_blank">Stuk</a>'],
    ['to another language', '<a href="/en/about">English</a>'],
    ['to mail', '<a href="mailto:a@b.nl">Mail</a>'],
    ['on this page', '<a href="#aanmelden">Naar beneden</a>'],
  ])('%s is left to the browser', (_, html) => {
    show(html);
    const link = container.querySelector('a') as HTMLAnchorElement;
    expect(pathOfLink(link)).toBeNull();
  });

  test('pressed with a key is left to the browser', () => {
    show('<a href="/over-ons">Over ons</a>');
    const link = container.querySelector('a') as HTMLAnchorElement;
    link.addEventListener('click', (event) => event.preventDefault());
    click(link, { ctrlKey: true });
    expect(went).toEqual([]);
  });

  test('keeps to the language of the page', () => {
    history.replaceState(null, '', '/en/about');
    show('<a href="/en/news-item">News</a>');
    click(container.querySelector('a'));
    expect(went).toEqual(['/news-item']);
  });
});
