// Where the toasts stand: above the bars that stick to the bottom, and beside a work list in a strip of their own under
// it, so that they cover neither a row nor a button. While there are any, the room they take is told to the styles.
import { computed, effect } from '@preact/signals-react';
import { toasts } from './toasts.ts';

const BARS = '.phone-bar, .decision-bar, .bulk-bar, .unsaved-bar, .draft-bar, .editor-dock, .save-bar';
/** On a phone one of both is there. */
const LISTS = '.list-side, .work-panel';
const EVERY_MS = 50;
const LOOK_AGAIN_MS = 250;

const rectsOf = (selector: string): DOMRect[] =>
  [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);

/**
 * Height of what stands at the bottom, of those that share a column with the toasts. A bar under little content ends
 * above the bottom: it counts where toasts of this height would lie over it.
 */
export function barRoom(
  bars: readonly DOMRect[],
  column: Pick<DOMRect, 'left' | 'right'>,
  high: number,
  toastHeight = 1,
): number {
  const reached = bars.filter(
    ({ left, right, top, bottom }) =>
      left < column.right && right > column.left && top < high && bottom >= high - Math.max(1, toastHeight),
  );
  return reached.reduce((room, { top }) => Math.max(room, high - top), 0);
}

function place(region: HTMLElement): void {
  const [list] = rectsOf(LISTS);
  const { style } = document.documentElement;
  document.body.classList.toggle('has-toast-strip', list !== undefined);
  if (list) {
    style.setProperty('--strip-left', `${list.left}px`);
    style.setProperty('--strip-width', `${list.width}px`);
  }
  const column = list ?? region.getBoundingClientRect();
  const room = barRoom(rectsOf(BARS), column, innerHeight, region.offsetHeight);
  style.setProperty('--bar-room', `${room}px`);
  style.setProperty('--toast-room', list ? `${region.offsetHeight}px` : '0px');
}

function clear(): void {
  const { style } = document.documentElement;
  document.body.classList.remove('has-toast-strip');
  for (const name of ['--strip-left', '--strip-width', '--bar-room', '--toast-room'])
    style.removeProperty(name);
}

export function followToastRoom(): void {
  let isComing = false;
  const later = (wait = EVERY_MS): void => {
    if (isComing) return;
    isComing = true;
    setTimeout(() => {
      isComing = false;
      const region = document.querySelector<HTMLElement>('.toast-region');
      if (toasts.peek().length === 0) return clear();
      if (region) place(region);
      // Another row or a panel may come in the meantime.
      later(LOOK_AGAIN_MS);
    }, wait);
  };
  const again = (): void => {
    if (toasts.peek().length > 0) later();
  };
  const isThere = computed(() => toasts.value.map(({ id }) => id).join());
  effect(() => {
    later(isThere.value === '' ? 0 : EVERY_MS);
  });
  addEventListener('resize', again);
  addEventListener('scroll', again, { passive: true });
}
