import { describe, expect, test } from 'vitest';
import { stateOf, stepsOf } from './request-steps.ts';

describe('where a request stands', () => {
  const at = (status: string, moderationState = 'none') => stateOf({ status, moderationState } as never);

  test('a draft is where the centre left it', () => {
    expect(at('draft')).toBe('draft');
    expect(at('draft', 'submitted')).toBe('submitted');
    expect(at('draft', 'needs_work')).toBe('needs_work');
    expect(at('draft', 'refused')).toBe('refused');
    expect(at('draft', 'approved')).toBe('draft');
  });

  test('what is online is online, whatever the centre said before', () => {
    expect(at('published', 'approved')).toBe('published');
    expect(at('filled', 'approved')).toBe('filled');
  });

  test('what can be done is what the server allows, and a draft is not closed', () => {
    const events = (status: string, transitions: string[]) =>
      stepsOf({ status, moderationState: 'none', transitions } as never).map(({ event }) => event);
    expect(events('draft', ['submit', 'archive'])).toEqual(['submit']);
    expect(events('published', ['fill', 'renew', 'archive', 'unpublish'])).toEqual([
      'fill',
      'renew',
      'archive',
    ]);
  });
});
