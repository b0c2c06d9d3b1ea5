// The links in our mails: what to send, and what the answer means. Draws nothing.
import { ApiError, post } from '../../api/client.ts';
import { readOne } from '../../api/jsonapi.ts';
import type { Application } from '../../api/resources.ts';

export type ConfirmKind = 'account' | 'application';

export interface ConfirmLink {
  kind: ConfirmKind;
  token: string;
}

/** An answer that pressing again does not change. */
export type ConfirmAnswer =
  | { kind: 'done'; vacancy: string | null; organisation: string | null }
  | { kind: 'expired' | 'used' | 'closed' | 'invalid' };

export type ConfirmResult = ConfirmAnswer | { kind: 'failed' };

/** Null: the address holds no token. */
export function readLink(search: string): ConfirmLink | null {
  const params = new URLSearchParams(search);
  const application = params.get('application')?.trim();
  if (application) return { kind: 'application', token: application };
  const token = (params.get('token') ?? params.get('confirmation_token'))?.trim();
  return token ? { kind: 'account', token } : null;
}

export function resultOf(error: unknown): Exclude<ConfirmResult, { kind: 'done' }> {
  if (!(error instanceof ApiError)) return { kind: 'failed' };
  if (error.hasCode('link_used') || error.hasCode('already_applied')) return { kind: 'used' };
  if (error.hasCode('vacancy_closed') || error.hasCode('vacancy_full')) return { kind: 'closed' };
  if (error.hasCode('link_expired') || error.statusCode === 410) return { kind: 'expired' };
  return { kind: [400, 404, 422].includes(error.statusCode) ? 'invalid' : 'failed' };
}

export async function confirm({ kind, token }: ConfirmLink): Promise<ConfirmResult> {
  try {
    if (kind === 'account') {
      await post('/confirm', { confirmationToken: token });
      return { kind: 'done', vacancy: null, organisation: null };
    }
    const { document } = await post('/applications/confirm', { token });
    const found = readOne<Application>(document);
    return {
      kind: 'done',
      vacancy: found?.vacancyTitle ?? null,
      organisation: found?.organizationName ?? null,
    };
  } catch (error) {
    return resultOf(error);
  }
}
