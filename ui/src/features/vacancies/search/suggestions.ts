// What somebody may be looking for while they type: vacancies, themes, organisations and places. Each leads somewhere.
import { CALLS } from '../../../api/calls.ts';
import { send } from '../../../api/requests.ts';
import type { Suggestion } from '../../../components/form/controls/suggest-field.tsx';
import { isDutch, loadWords, translate } from '../../../lib/locale/i18n.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { readSearch, searchPath } from '../../../lib/vacancies/search-url.ts';

const MIN_LENGTH = 2;

/** Nothing when the server cannot be asked: typing on works too. */
export async function suggest(text: string, stop?: AbortSignal): Promise<readonly Suggestion[]> {
  const typed = text.trim();
  if (typed.length < MIN_LENGTH) return [];
  try {
    const [{ meta }] = await Promise.all([
      send(CALLS.suggestions, { query: { q: typed }, signal: stop }),
      loadWords(['search-more']),
    ]);
    const to = (change: Record<string, string>) => searchPath(readSearch(new URLSearchParams(change)));
    const nameOf = (theme: { nameNl: string; nameEn: string }) => (isDutch() ? theme.nameNl : theme.nameEn);
    return [
      ...(meta.vacancies ?? []).map((one) => ({
        value: `/vacancies/${one.id}`,
        label: one.title,
        text: one.title,
        note: one.organizationName,
      })),
      ...(meta.themes ?? []).map((theme) => ({
        value: to({ [theme.kind === 'tags' ? 'tags' : 'types']: theme.value }),
        label: nameOf(theme),
        text: '',
        note: translate('search-more:theme'),
      })),
      ...(meta.organizations ?? []).map((one) => ({
        value: to({ q: one.name }),
        label: one.name,
        text: one.name,
        note: translate('search-more:organization'),
      })),
      ...(meta.places ?? []).map((place) => ({
        value: to({ near: place }),
        label: place,
        text: '',
        note: translate('search-more:place'),
      })),
    ];
  } catch {
    return [];
  }
}

/** Goes where a suggestion leads. */
export function follow(value: string): void {
  navigateTo(value);
}
