// A letter as a mail program shows it: in a frame that runs nothing and leads nowhere. The page's own rules for content
// hold in it too, and those refuse styles that stand in tags; so they are set one by one once it is there.
import { useEffect, useRef } from 'react';

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

export function LetterFrame({ html, title }: { html: string; title: string }) {
  const ref = useRef<HTMLIFrameElement>(null);

  function grow() {
    const page = ref.current?.contentDocument;
    if (!ref.current || !page?.body) return;
    // First small: the height of a page is at least that of its frame.
    ref.current.style.height = '0';
    ref.current.style.height = `${page.documentElement.scrollHeight + 2}px`;
  }

  useEffect(() => {
    addEventListener('resize', grow);
    return () => removeEventListener('resize', grow);
  });

  function handleLoad() {
    const page = ref.current?.contentDocument;
    if (!page) return;
    dress(page);
    grow();
  }

  return (
    <iframe
      ref={ref}
      className="letter-frame"
      title={title}
      sandbox="allow-same-origin"
      srcDoc={undressed(html)}
      onLoad={handleLoad}
    />
  );
}
