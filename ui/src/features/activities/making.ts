// Where the calendar's links to a new activity lead: who may write one gets the form at once, who is signed in without
// that right signs up an organisation. The server's own link asks to sign in first.
import { language, pathIn } from '../../lib/locale/language.ts';
import { isSignedIn, menu } from '../../lib/session/session.ts';
import { ACTIVITIES } from './activities-url.ts';

const SIGN_UP = '/organizations/signup';

export function leadToMaking(page: HTMLElement): void {
  const mayMake = menu.value.includes('activities');
  const to = mayMake ? `${ACTIVITIES}/nieuw` : isSignedIn.value ? SIGN_UP : null;
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a.make-activity')) {
    link.dataset.href ??= link.getAttribute('href') ?? '';
    link.setAttribute('href', to === null ? link.dataset.href : pathIn(language.value, to));
  }
  for (const line of page.querySelectorAll<HTMLElement>('.make-first')) line.hidden = to !== null;
}
