// What the script adds to the server's blocks.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enhance } from './enhance.ts';

let container: HTMLElement;
let went: string[];
let undo: () => void;

function show(html: string): void {
  container.innerHTML = html;
  undo = enhance(container, { navigate: (path) => went.push(path) });
}

beforeEach(() => {
  container = document.createElement('div');
  document.body.append(container);
  went = [];
});
afterEach(() => {
  undo?.();
  container.remove();
});

/** Whether the browser is left to do what it would. */
function click(element: Element | null, init: MouseEventInit = {}): boolean {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init });
  element?.dispatchEvent(event);
  return !event.defaultPrevented;
}

test('the search asks only what was typed', () => {
  show(
    '<form class="hero-search" action="/vacancies/search"><input name="q" value=" lezen "><input name="near" value=""></form>',
  );
  const form = container.querySelector('form') as HTMLFormElement;
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  expect(went).toEqual(['/vacancies/search?q=lezen']);
});

test('nothing of YouTube is there before the click, and then without its cookies', () => {
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } };
  Object.assign(happyDOM.settings, {
    disableIframePageLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
  });
  show(
    '<div data-video="abcdefghijk" data-title="Fatima"><a class="video-play" href="https://www.youtube.com/watch?v=abcdefghijk">Video</a></div>',
  );
  expect(container.querySelector('iframe')).toBeNull();
  click(container.querySelector('.video-play'));
  const player = container.querySelector('iframe');
  expect(player?.src).toBe('https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&rel=0');
  expect(player?.title).toBe('Fatima');
  expect(went).toEqual([]);
});

describe('photos', () => {
  const PHOTOS = `<div data-carousel><div class="carousel-track" tabindex="0"><i></i><i></i><i></i></div>
    <div class="carousel-bar" hidden><button data-step="-1"></button><button data-step="1"></button><span data-of="{{at}} van {{total}}"></span>
    <button data-play="Afspelen" data-pause="Pauzeren"><span data-sign="play"></span><span data-sign="pause" hidden></span><span data-word>Afspelen</span></button></div></div>`;
  let track: HTMLElement;
  const scrolls: number[] = [];

  function lay(): void {
    container.innerHTML = PHOTOS;
    track = container.querySelector('.carousel-track') as HTMLElement;
    let left = 0;
    Object.defineProperties(track, {
      scrollWidth: { value: 900 },
      clientWidth: { value: 300 },
      scrollLeft: { get: () => left },
    });
    [...track.children].forEach((item, at) => {
      Object.defineProperties(item, { offsetLeft: { value: at * 300 }, offsetWidth: { value: 300 } });
    });
    track.scrollTo = ((to: ScrollToOptions) => {
      left = to.left ?? 0;
      scrolls.push(left);
      track.dispatchEvent(new Event('scroll'));
    }) as typeof track.scrollTo;
    scrolls.length = 0;
    undo = enhance(container, { navigate: () => undefined });
  }

  const said = () => container.querySelector('[data-of]')?.textContent;

  test('are leafed through by buttons and keys, and say where one is', () => {
    lay();
    expect(container.querySelector<HTMLElement>('.carousel-bar')?.hidden).toBe(false);
    expect(said()).toBe('1 van 3');
    click(container.querySelector('[data-step="1"]'));
    expect(said()).toBe('2 van 3');
    track.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    expect(said()).toBe('3 van 3');
    expect(container.querySelector('[data-step="1"]')?.getAttribute('aria-disabled')).toBe('true');
    click(container.querySelector('[data-step="1"]'));
    expect(scrolls).toEqual([300, 600]);
  });

  test('play only when asked, and pause', () => {
    vi.useFakeTimers();
    lay();
    const player = container.querySelector('[data-play]');
    vi.advanceTimersByTime(20_000);
    expect(said()).toBe('1 van 3');
    click(player);
    expect(player?.querySelector('[data-word]')?.textContent).toBe('Pauzeren');
    vi.advanceTimersByTime(5_000);
    expect(said()).toBe('2 van 3');
    click(player);
    vi.advanceTimersByTime(20_000);
    expect(said()).toBe('2 van 3');
    click(player);
    vi.advanceTimersByTime(10_000);
    expect(said()).toBe('1 van 3');
    track.dispatchEvent(new Event('pointerdown'));
    vi.advanceTimersByTime(20_000);
    expect(said()).toBe('1 van 3');
    vi.useRealTimers();
  });
});
