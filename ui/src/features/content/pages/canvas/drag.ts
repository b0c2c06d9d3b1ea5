// Dragging a row of a list by its grip, with mouse, pen or finger: where it would land is shown by a line, the page scrolls
// along at its edges, Escape ends it. The same is done by buttons and keys beside it.
import { type PointerEvent, useEffect, useRef, useState } from 'react';

const EDGE = 72;
const STEP = 14;

export interface Drag {
  /** What is dragged; null: nothing. */
  moving: string | null;
  /** Before which place it would land; the number of rows: at the end. */
  place: number | null;
  grip: (key: string) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
  };
}

interface Dragged {
  key: string;
  place: number | null;
  startY: number;
  y: number;
  isMoving: boolean;
}

/** The rows are the elements with `data-drag` in the element that `root` gives, in their order. */
export function useDrag(root: () => HTMLElement | null, onDrop: (key: string, place: number) => void): Drag {
  const [moving, setMoving] = useState<string | null>(null);
  const [place, setPlace] = useState<number | null>(null);
  const now = useRef<Dragged | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  const scrolling = useRef(0);

  function end(isDone: boolean) {
    const drag = now.current;
    now.current = null;
    cancelAnimationFrame(scrolling.current);
    setMoving(null);
    setPlace(null);
    if (drag?.isMoving && isDone && drag.place !== null) drop.current(drag.key, drag.place);
  }

  useEffect(() => {
    if (moving === null) return;
    const handle = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      end(false);
    };
    addEventListener('keydown', handle, true);
    return () => removeEventListener('keydown', handle, true);
  });
  useEffect(() => () => cancelAnimationFrame(scrolling.current), []);

  function look(y: number) {
    const drag = now.current;
    const rows = [...(root()?.querySelectorAll<HTMLElement>('[data-drag]') ?? [])];
    if (!drag || rows.length === 0) return;
    const after = rows.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y > top + height / 2;
    }).length;
    drag.place = after;
    setPlace(after);
  }

  /** Near an edge of the window the page scrolls, also while the pointer does not move. */
  function scroll() {
    const drag = now.current;
    if (!drag) return;
    const by = drag.y < EDGE ? -STEP : drag.y > innerHeight - EDGE ? STEP : 0;
    if (by !== 0) {
      scrollBy(0, by);
      look(drag.y);
    }
    scrolling.current = requestAnimationFrame(scroll);
  }

  return {
    moving,
    place,
    grip: (key) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        now.current = { key, place: null, startY: event.clientY, y: event.clientY, isMoving: false };
      },
      onPointerMove: (event) => {
        const drag = now.current;
        if (!drag) return;
        drag.y = event.clientY;
        if (!drag.isMoving) {
          if (Math.abs(event.clientY - drag.startY) < 6) return;
          drag.isMoving = true;
          setMoving(key);
          scrolling.current = requestAnimationFrame(scroll);
        }
        look(event.clientY);
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
  };
}

/** The place among the others, of a drop before `place` of a row that stood at `from`. */
export const landed = (from: number, place: number): number => (place > from ? place - 1 : place);
