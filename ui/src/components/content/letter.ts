// The HTML of an email in a page of ours. The page's own rules for content refuse styles that stand in tags, so they are
// set one by one once it is there.

/** The styles out of the way of the browser, which would refuse them. Text cannot hold a bare quote or an angle bracket. */
export const undressed = (html: string): string =>
  html
    .replaceAll(' style="', ' data-style="')
    .replaceAll('<style>', '<template class="letter-style">')
    .replaceAll('</style>', '</template>');

export type LetterMode = 'light' | 'dark';

const DARK = '@media (prefers-color-scheme: dark)';

/** What the letter says of a dark device, for the mode that is looked at and not that of this device. */
export function colour(page: Document, mode: LetterMode): void {
  const view = page.defaultView;
  const text = [...page.querySelectorAll<HTMLTemplateElement>('template.letter-style')]
    .map((template) => template.content.textContent ?? '')
    .join('\n');
  // A window that cannot make a sheet shows the letter light.
  if (!view || text === '' || typeof view.CSSStyleSheet?.prototype.replaceSync !== 'function') return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(text.replaceAll(DARK, mode === 'dark' ? '@media all' : '@media not all'));
  page.adoptedStyleSheets = [sheet];
}

export function dress(page: Document): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
  }
  // A link is looked at here, not followed: the frame would only show that it may not be framed.
  for (const link of page.querySelectorAll('a')) {
    link.title = link.href;
    link.removeAttribute('href');
    link.style.textDecoration ||= 'underline';
  }
}
