// Every letter with made-up data, as the server makes it for this centre.
import { signal } from '@preact/signals-react';
import { ApiError, get } from '../../api/client.ts';
import { type Resource, readList, readOne } from '../../api/jsonapi.ts';
import { normaliseError, showError } from '../../lib/errors.ts';
import type { Language } from '../../lib/language.ts';

export interface MailKind extends Resource {
  kind: string;
  locale: Language;
  subject: string;
  isMandatory: boolean;
  /** Gathers others, on days of its own. */
  isDigest: boolean;
  canBeGathered: boolean;
}

export interface MailPreview extends MailKind {
  /** Other letters of the same kind. */
  variants: readonly string[];
  fromName: string;
  replyTo: string | null;
  unsubscribeUrl: string | null;
  html: string;
  text: string;
}

export const kinds = signal<readonly MailKind[]>([]);
export const letter = signal<MailPreview | null>(null);
export const problem = signal<ApiError | null>(null);

const asApiError = (cause: unknown): ApiError =>
  cause instanceof ApiError ? cause : new ApiError(0, {}, new Headers(), cause);

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
    const all = isKnown
      ? kinds.peek()
      : readList<MailKind>((await get('/mail_previews', { query })).document);
    const wanted = kind ?? all[0]?.kind ?? '';
    const { document } = await get(`/mail_previews/${encodeURIComponent(wanted)}`, {
      query: { ...query, variant },
    });
    if (mine !== latest) return;
    kinds.value = all;
    letter.value = readOne<MailPreview>(document);
  } catch (cause) {
    if (mine !== latest) return;
    const told = asApiError(cause);
    if (told.statusCode === 403) showError(normaliseError(told, { fatal: true }));
    else problem.value = told;
  }
}
