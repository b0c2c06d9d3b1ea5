// A letter as a mail program shows it: in a frame that runs nothing and leads nowhere.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { colour, dress, type LetterMode, undressed } from './letter.ts';
import './letter-frame.css';

export interface LetterFrameProps {
  html: string;
  title: string;
  /** As wide as this, made smaller where there is less room; else as wide as its place. */
  width?: number | undefined;
  /** Of the device that it is read on. */
  mode?: LetterMode;
}

export function LetterFrame({ html, title, width, mode = 'light' }: LetterFrameProps) {
  const ref = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(0);
  const room = useRoom(ref);
  const scale = width === undefined || room === 0 ? 1 : Math.min(1, room / width);

  function grow() {
    const page = ref.current?.contentDocument;
    if (!ref.current || !page?.body) return;
    // First small: the height of a page is at least that of its frame.
    ref.current.style.height = '0';
    const needed = page.documentElement.scrollHeight + 2;
    ref.current.style.height = `${needed}px`;
    setHeight(needed);
  }

  useEffect(() => {
    const page = ref.current?.contentDocument;
    if (page) colour(page, mode);
  }, [mode]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another width is another height
  useEffect(() => {
    grow();
    addEventListener('resize', grow);
    return () => removeEventListener('resize', grow);
  }, [width]);

  function handleLoad() {
    const page = ref.current?.contentDocument;
    if (!page) return;
    dress(page);
    colour(page, mode);
    grow();
  }

  return (
    <div className="letter-room" style={width === undefined ? undefined : { height: height * scale }}>
      <iframe
        ref={ref}
        className="letter-frame"
        title={title}
        sandbox="allow-same-origin"
        srcDoc={undressed(html)}
        style={{ colorScheme: mode, ...(width === undefined ? {} : { width, transform: `scale(${scale})` }) }}
        onLoad={handleLoad}
      />
    </div>
  );
}

/** Width that there is for the frame; 0 while it is not known. */
function useRoom(frame: RefObject<HTMLIFrameElement | null>): number {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const parent = frame.current?.parentElement;
    if (!parent || typeof ResizeObserver === 'undefined') return undefined;
    const measure = new ResizeObserver(() => setRoom(parent.clientWidth));
    measure.observe(parent);
    return () => measure.disconnect();
  }, [frame]);
  return room;
}
