// Brings the server's blocks to life: a search stays in the app, photos and news are pushed aside by buttons, a video plays
// where it stands. Without this script each of them works as plain HTML.
import { splitPath } from '../../../lib/locale/language.ts';

/** How long a photo of a playing slideshow stays. */
const STAY_MS = 5_000;

export interface EnhanceOptions {
  /** Goes to a screen of the app, by its address without the language. */
  navigate: (path: string) => void;
}

/** Returns how to take everything back. */
export function enhance(container: HTMLElement, { navigate }: EnhanceOptions): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  container.addEventListener('click', playVideo, { signal });
  container.addEventListener('submit', (event) => search(event, navigate), { signal });
  const undo = [...container.querySelectorAll<HTMLElement>('[data-carousel]')].map((carousel) =>
    carry(carousel, signal),
  );
  return () => {
    stop.abort();
    for (const each of undo) each();
  };
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** What was asked, as the search writes it in its address: nothing for what is left open. */
function search(event: SubmitEvent, navigate: (path: string) => void): void {
  const form = event.target as HTMLFormElement;
  if (!form.matches('.hero-search')) return;
  event.preventDefault();
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (text) asked.set(name, text);
  }
  const { path } = splitPath(new URL(form.action, location.href).pathname);
  navigate(asked.size > 0 ? `${path}?${asked}` : path);
}

/** Nothing of YouTube comes before this click. */
function playVideo(event: MouseEvent): void {
  if (!isPlainClick(event)) return;
  const button = (event.target as Element).closest('.video-play');
  const frame = button?.closest<HTMLElement>('[data-video]');
  const id = frame?.dataset.video;
  if (!frame || !id) return;
  event.preventDefault();
  const player = document.createElement('iframe');
  player.src = `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1&rel=0`;
  player.title = frame.dataset.title ?? '';
  player.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  player.allowFullscreen = true;
  // YouTube plays nothing for a page that does not say where it stands.
  player.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.replaceChildren(player);
  player.focus();
}

function carry(carousel: HTMLElement, signal: AbortSignal): () => void {
  const track = carousel.querySelector<HTMLElement>('.carousel-track');
  const bar = carousel.querySelector<HTMLElement>('.carousel-bar');
  const items = [...(track?.children ?? [])] as HTMLElement[];
  const said = bar?.querySelector<HTMLElement>('[data-of]');
  const [back, on] = [...(bar?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
  const player = bar?.querySelector<HTMLElement>('[data-play]');
  if (!(track && bar && said && back && on) || items.length < 2) return () => undefined;
  let timer = 0;

  const first = items[0] as HTMLElement;
  const lastAt = (): number => track.scrollWidth - track.clientWidth;
  const current = (): number => {
    if (track.scrollLeft >= lastAt() - 2 && lastAt() > 0) return items.length - 1;
    const nearest = items.findIndex(
      (item) => item.offsetLeft - first.offsetLeft >= track.scrollLeft - item.offsetWidth / 2,
    );
    return nearest < 0 ? items.length - 1 : nearest;
  };
  let shown = -1;
  const tell = (): void => {
    const at = current();
    const isAll = lastAt() <= 2;
    bar.hidden = isAll;
    if (at === shown) return;
    shown = at;
    const words = said.dataset.of ?? '';
    said.textContent = words.replace('{{at}}', String(at + 1)).replace('{{total}}', String(items.length));
    back.setAttribute('aria-disabled', String(at === 0));
    on.setAttribute('aria-disabled', String(at === items.length - 1));
  };
  const show = (at: number): void => {
    const item = items[Math.max(0, Math.min(items.length - 1, at))];
    if (item) track.scrollTo({ left: item.offsetLeft - first.offsetLeft });
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = 0;
    showPlaying(false);
  };
  const showPlaying = (isPlaying: boolean): void => {
    if (!player) return;
    said.setAttribute('aria-live', isPlaying ? 'off' : 'polite');
    for (const sign of player.querySelectorAll<HTMLElement>('[data-sign]'))
      sign.hidden = (sign.dataset.sign === 'pause') !== isPlaying;
    const word = player.querySelector('[data-word]');
    if (word) word.textContent = (isPlaying ? player.dataset.pause : player.dataset.play) ?? '';
  };
  const play = (): void => {
    showPlaying(true);
    timer = window.setInterval(() => {
      if (document.hidden) return;
      show(current() === items.length - 1 ? 0 : current() + 1);
    }, STAY_MS);
  };

  bar.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>('button');
      if (!button) return;
      if (button === player) {
        if (timer) pause();
        else play();
        return;
      }
      pause();
      if (button.getAttribute('aria-disabled') !== 'true') show(current() + Number(button.dataset.step));
    },
    { signal },
  );
  track.addEventListener('scroll', tell, { signal, passive: true });
  // Pointer or keyboard use of the photos pauses their automatic change.
  track.addEventListener('pointerdown', pause, { signal, passive: true });
  track.addEventListener(
    'keydown',
    (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.target !== track) return;
      event.preventDefault();
      pause();
      show(current() + step);
    },
    { signal },
  );
  const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(tell);
  sizes?.observe(track);
  tell();
  return () => {
    clearInterval(timer);
    sizes?.disconnect();
    bar.hidden = true;
  };
}
