// The keys that work on every page: `/` to search, `?` for the list, `g` and a letter to go somewhere.
import i18next from 'i18next';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { areShortcutsOn, isTyping } from '../../../lib/navigation/key-choice.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { isSignedIn, menuOfNow } from '../../../lib/session/session.ts';
import { menuEntries } from '../../menu-entries.ts';
import { isPaletteOpen } from '../../workspace/frame-state.ts';
import { isSearchOpen } from '../search/search-open.ts';
import { isKeyListOpen } from './keys.ts';

/** The page's own search; one among the blocks of a page is a way to another screen. */
const SEARCH_FIELD = 'main input[type="search"]:not(.content-blocks *)';
/** The second key of two comes within this. */
const TOGETHER_MS = 1500;

export interface Place {
  key: string;
  path: string;
  letter: string;
}

/** Home and every entry of the reader's menu that has a letter, once its words are there. */
export function places(): Place[] {
  const entries = menuEntries({ isSignedIn: isSignedIn.value, menu: menuOfNow.value });
  return [{ key: 'home', path: '/' }, ...entries]
    .map((entry) => ({
      ...entry,
      letter: serverWords(i18next.t)(`shortcuts:letters.${entry.key}`, { defaultValue: '' }),
    }))
    .filter(({ letter }) => letter !== '');
}

async function goTo(letter: string): Promise<void> {
  await loadWords(['shortcuts']);
  const place = places().find((each) => each.letter === letter.toLowerCase());
  if (place) navigateTo(place.path);
}

/** The search of this page; on a page without one that over everything, for who works here the command palette. */
function toSearch(): void {
  const field = document.querySelector<HTMLInputElement>(SEARCH_FIELD);
  if (field) {
    field.focus();
    field.select();
  } else if (document.body.classList.contains('has-frame')) isPaletteOpen.value = true;
  else isSearchOpen.value = true;
}

let wentAt = Number.NEGATIVE_INFINITY;

export function press(event: KeyboardEvent): void {
  const isOther =
    event.ctrlKey || event.metaKey || event.altKey || (event.defaultPrevented && event.key !== '/');
  if (isOther || !areShortcutsOn.value || isTyping(event.target)) return;
  if (document.querySelector('dialog:modal')) return;
  const isSecond = event.timeStamp - wentAt < TOGETHER_MS;
  wentAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
  if (event.key === '/') toSearch();
  else if (event.key === '?') isKeyListOpen.value = true;
  else if (isSecond && event.key !== 'g') void goTo(event.key);
  else return;
  event.preventDefault();
}
