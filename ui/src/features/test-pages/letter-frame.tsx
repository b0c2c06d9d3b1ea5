// A letter as a mail program shows it: in a frame that runs nothing and leads nowhere.
import { useEffect, useRef } from 'react';
import { dress, undressed } from '../../components/content/letter.ts';

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
