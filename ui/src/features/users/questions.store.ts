// The questions that were put to people and wait for an answer: asked for a role, with an account or without.
import { signal } from '@preact/signals-react';
import { get, post, remove } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readMeta } from '../../api/jsonapi.ts';
import { LIST_PATH } from './list-url.ts';

/** Their place among the saved filters of the list of people. */
export const QUESTIONS_PATH = `${LIST_PATH}?status=asked`;
const WAITS = { 'filter[waits_eq]': 'true' };

export const questions = collection('role_invitations');
/** Undefined: the number cannot be had. */
export const questionCount = signal<number | undefined>(undefined);

export const hrefOfPage = (page: number): string =>
  page > 1 ? `${QUESTIONS_PATH}&page=${page}` : QUESTIONS_PATH;

export const loadQuestions = (page: number): Promise<void> =>
  questions.list({
    ...WAITS,
    include: 'user',
    'fields[users]': 'full_name',
    sort: 'expires_at',
    'page[number]': page > 1 ? page : null,
  });

export async function loadQuestionCount(): Promise<void> {
  const query = { ...WAITS, 'fields[role_invitations]': 'role', 'page[size]': 1 };
  const total = await get('/role_invitations', { query })
    .then(({ document }) => readMeta(document).total)
    .catch(() => undefined);
  questionCount.value = typeof total === 'number' ? total : undefined;
}

const pathOf = (id: string): string => `/role_invitations/${encodeURIComponent(id)}`;

export const askAgain = async (id: string): Promise<void> => {
  await post(`${pathOf(id)}/resend`);
};

export const takeBack = async (id: string): Promise<void> => {
  await remove(pathOf(id));
};
