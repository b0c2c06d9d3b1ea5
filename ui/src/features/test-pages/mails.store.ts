// Every letter with made-up data, as the server makes it for this centre.
import { signal } from '@preact/signals-react';
import { asApiError } from '../../api/cache.ts';
import type { MailKind, MailPreview } from '../../api/calls.ts';
import type { ApiError } from '../../api/client.ts';
import { send } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { normaliseError, showError } from '../../lib/feedback/errors.ts';
import type { Language } from '../../lib/locale/language.ts';

export const kinds = signal<readonly MailKind[]>([]);
export const letter = signal<MailPreview | null>(null);
export const problem = signal<ApiError | null>(null);

let latest = 0;

/** Does not throw: see `problem`; who may not be here gets the screen that says so. Without a kind it is the first of the list. */
export async function loadMail(
  kind: string | null,
  locale: Language,
  variant: string | null = null,
): Promise<void> {
  latest += 1;
  const mine = latest;
  problem.value = null;
  try {
    const query = { locale };
    const isKnown = kinds.peek()[0]?.locale === locale;
    const all = isKnown ? kinds.peek() : (await send(STAFF_CALLS.mailKinds, { query })).items;
    const wanted = kind ?? all[0]?.kind ?? '';
    const { item } = await send(STAFF_CALLS.mailPreview, { id: wanted, query: { ...query, variant } });
    if (mine !== latest) return;
    kinds.value = all;
    letter.value = item;
  } catch (cause) {
    if (mine !== latest) return;
    const told = asApiError(cause);
    if (told.statusCode === 403) showError(normaliseError(told, { fatal: true }));
    else problem.value = told;
  }
}
