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
  summary: readonly QuestionCounts[];
}

export function useFormData<P extends keyof Parts>(id: string | null, part: P): Loaded<Parts[P]> {
  const path = `/forms/${id ?? ''}/${part}`;
  return useLoaded(id === null ? null : keyOf(path), async (signal) => {
    const { document } = await request('GET', path, { signal });
    return document.data as unknown as Parts[P];
  });
}
