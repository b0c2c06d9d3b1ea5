// The questions that were put to people and wait for an answer: asked for a role, with an account or without.

import { useResourceList } from '../../../api/hooks.ts';
import type { FilterOf } from '../../../api/params.ts';
import { removeResource, send } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { selectedOrganizationId } from '../../../lib/session/session.ts';
import { LIST_PATH } from './list-url.ts';

/** Their place among the saved filters of the list of people. */
export const QUESTIONS_PATH = `${LIST_PATH}?status=asked`;
const WAITS: FilterOf<'role_invitations'> = { waitsEq: true };

export const hrefOfPage = (page: number): string =>
  page > 1 ? `${QUESTIONS_PATH}&page=${page}` : QUESTIONS_PATH;

export const useQuestions = (page: number, isWanted = true) =>
  useResourceList(
    'role_invitations',
    isWanted
      ? {
          filter: WAITS,
          include: 'user',
          fields: { users: ['fullName'] },
          sort: 'expires_at',
          page: { number: page },
        }
      : null,
    { scope: selectedOrganizationId.value },
  );

/** Undefined: the number cannot be had. */
export function useQuestionCount(): number | undefined {
  const { meta, status } = useResourceList(
    'role_invitations',
    { filter: WAITS, fields: { role_invitations: ['role'] }, page: { size: 1 } },
    { scope: selectedOrganizationId.value },
  );
  return status !== 'error' && typeof meta.total === 'number' ? meta.total : undefined;
}

export const askAgain = (id: string): Promise<unknown> => send(STAFF_CALLS.resendRole, { id });

export const takeBack = (id: string): Promise<void> => removeResource('role_invitations', id);
