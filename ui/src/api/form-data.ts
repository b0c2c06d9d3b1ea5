// What the server counts and lists of a form besides its answers, as it came over the wire.
import { request } from './client.ts';
import { keyOf, type Loaded, useLoaded } from './hooks.ts';

export interface FormHandler {
  id: string;
  name: string;
}

export interface Invited {
  id: string;
  email: string;
  answered_at: string | null;
}

export interface QuestionCounts {
  question_id: string;
  text: string;
  answered: number;
  counts: readonly { value: string; count: number }[];
  lowest: number | null;
  average: number | null;
  highest: number | null;
}

interface Parts {
  handlers: readonly FormHandler[];
  invitations: readonly Invited[];
}

/** What is counted: the last months, or all of it. */
export const SUMMARY_MONTHS = ['12', '3', '1', ''] as const;
export type SummaryMonths = (typeof SUMMARY_MONTHS)[number];

export interface Summary {
  questions: readonly QuestionCounts[];
  total: number;
  /** Working days until somebody was mailed back or what they sent was dealt with. */
  handling: { answered: number; counts: readonly { value: string; count: number }[] };
}

export function useFormSummary(id: string, months: SummaryMonths): Loaded<Summary> {
  const path = `/forms/${id}/summary${months ? `?months=${months}` : ''}`;
  return useLoaded(
    keyOf(path),
    async (signal) => {
      const { document } = await request('GET', path, { signal });
      const { total, handling } = document.meta as unknown as Omit<Summary, 'questions'>;
      return { questions: document.data as unknown as readonly QuestionCounts[], total, handling };
    },
    { keeps: true },
  );
}

export function useFormData<P extends keyof Parts>(id: string | null, part: P): Loaded<Parts[P]> {
  const path = `/forms/${id ?? ''}/${part}`;
  return useLoaded(id === null ? null : keyOf(path), async (signal) => {
    const { document } = await request('GET', path, { signal });
    return document.data as unknown as Parts[P];
  });
}
