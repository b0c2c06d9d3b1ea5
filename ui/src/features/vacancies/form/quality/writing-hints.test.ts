import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../../testing/fake-server.ts';
import {
  askWritingHints,
  forgetWritingHints,
  withReplacement,
  wordsOf,
  writingHints,
} from './writing-hints.store.ts';

const HINT = {
  code: 'diploma',
  field: 'description',
  found: ['diploma'],
  passage: 'Je hebt een hbo diploma.',
  replacement: 'We leggen alles uit: je leert het hier.',
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  forgetWritingHints();
  vi.useRealTimers();
});

test('one press puts the sentence in its place, in plain text and in a paragraph with markup', () => {
  const offer = { ...HINT, field: 'offer' };
  expect(withReplacement('offer', 'Koffie. Je hebt een hbo diploma.', offer)).toBe(
    'Koffie. We leggen alles uit: je leert het hier.',
  );
  expect(
    withReplacement('description', '<p>Hallo.</p><p>Je hebt een <b>hbo</b> diploma. Kom!</p>', HINT),
  ).toBe('<p>Hallo.</p><p>We leggen alles uit: je leert het hier. Kom!</p>');
  const kept = '<p><b>Let op.</b> Je hebt een hbo diploma.</p>';
  expect(withReplacement('description', kept, HINT)).toBe(
    '<p><b>Let op.</b> We leggen alles uit: je leert het hier.</p>',
  );
});

test('the server is asked once, a moment after the last key, and not about nothing', async () => {
  const server = fakeServer({});
  server.answer('PUT /api/v1/vacancies/writing_hints', {
    status: 200,
    document: { data: null, meta: { hints: [HINT] } },
  });
  askWritingHints(wordsOf({}));
  for (const description of ['Je', 'Je hebt', 'Je hebt een hbo diploma.']) {
    askWritingHints(wordsOf({ description, requirements: 'Geduld\n\nPlezier' }));
    askWritingHints(wordsOf({ description, requirements: 'Geduld\n\nPlezier' }));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(server.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(writingHints.value).toEqual([HINT]));
  expect(server.calls).toHaveLength(1);
  expect(server.calls[0]?.body).toMatchObject({
    data: { attributes: { description: 'Je hebt een hbo diploma.', requirements: ['Geduld', 'Plezier'] } },
  });
});
