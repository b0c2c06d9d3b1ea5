// The HTML of an email in a page of ours. The page's own rules for content refuse styles that stand in tags, so they are
// set one by one once it is there.

/** The styles out of the way of the browser, which would refuse them. Text cannot hold a bare quote. */
export const undressed = (html: string): string => html.replaceAll(' style="', ' data-style="');

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
