// The keys that work on every page: `/` to search, `?` for the list, `g` and a letter to go somewhere.
import i18next from 'i18next';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { areShortcutsOn, isTyping } from '../../../lib/navigation/key-choice.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { isSignedIn, menuOfNow } from '../../../lib/session/session.ts';
import { SEARCH_PATH } from '../../../lib/vacancies/search-url.ts';
import { menuEntries } from '../../menu-entries.ts';
import { isKeyListOpen } from './keys.ts';

const SEARCH_FIELD = 'main input[type="search"]';
/** The second key of two comes within this. */
const TOGETHER_MS = 1500;
/** How long a screen may take to show its search. */
const PATIENCE_MS = 5000;

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

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(SEARCH_FIELD);
  field?.focus();
  field?.select();
  return field !== null;
}

/** The search of this page; a page without one leads to the search for vacancies. */
function toSearch(): void {
  if (focusSearch()) return;
  navigateTo(SEARCH_PATH);
  const until = Date.now() + PATIENCE_MS;
  const look = setInterval(() => {
    if (focusSearch() || Date.now() > until) clearInterval(look);
  }, 50);
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
