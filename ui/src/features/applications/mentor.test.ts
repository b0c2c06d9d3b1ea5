// A student's application as the mentor and the student see it.

import { expect, test } from 'vitest';
import { queryOf } from '../../api/params.ts';
import type { Application } from '../../api/schema.d.ts';
import { allowedActions, openAction, wordsOf } from './detail/actions.ts';
import { guideStep, ownStep } from './detail/next-step.ts';
import { approvingFirst, EVERYTHING, paramsOf } from './list/list-url.ts';

const application = (more: Partial<Application>) =>
  ({ stage: 'mentor_review', can: [], transitions: [], ...more }) as unknown as Application;

const BOTH = ['approve_as_mentor', 'reject'];

test('a mentor has two answers, with the reasons of a school', () => {
  const waiting = application({ transitions: BOTH });
  expect(allowedActions(waiting, 'next').map(wordsOf)).toEqual(['approve_as_mentor', 'rejectHeld']);
  expect(openAction(waiting, 'reject')?.reasons).toContain('talk_first');
  expect(allowedActions(waiting, 'head')).toEqual([]);
  const received = application({ stage: 'new', transitions: ['reject'] });
  expect(openAction(received, 'reject')?.reasons).toContain('not_a_fit');
  expect(openAction(received, 'approve_as_mentor')).toBeNull();
});

test('a student who withdraws in time writes to nobody', () => {
  expect(openAction(application({ transitions: ['withdraw'] }), 'withdraw')?.hasMessage).toBe(false);
  expect(openAction(application({ stage: 'new', transitions: ['withdraw'] }), 'withdraw')?.hasMessage).toBe(
    true,
  );
});

test('the next step says whose turn it is', () => {
  const keyOf = (more: Partial<Application>) => guideStep(application(more))?.key;
  expect(keyOf({ transitions: BOTH, can: ['decide'] })).toBe('mentor_review');
  expect(keyOf({ stage: 'new' })).toBe('waits');
  expect(keyOf({ stage: 'accepted' })).toBe('going');
  expect(keyOf({ stage: 'rejected' })).toBe('over');
  expect(keyOf({ stage: 'new', can: ['decide'] })).toBeUndefined();
  expect(ownStep(application({ mentorName: 'Mia Mentor' })).key).toBe('mentorOfOwn');
  expect(ownStep(application({ mentorName: null })).key).toBe('mentor_review');
});

test('what waits for a yes comes first until somebody orders the list', () => {
  expect(queryOf(approvingFirst(paramsOf(EVERYTHING))).sort).toBe('-to_approve,-created_at');
  expect(queryOf(approvingFirst(paramsOf({ ...EVERYTHING, sort: 'name' }))).sort).toBe('name');
});
