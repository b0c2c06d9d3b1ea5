import { expect, test } from 'vitest';
import type { AuditEvent, User } from '../../api/schema.d.ts';
import { gathered } from './audit-log.ts';

const event = (id: string, action: string, by: string, createdAt: string): AuditEvent =>
  ({
    id,
    type: 'audit_events',
    can: [],
    transitions: [],
    action,
    isReading: action === 'read',
    subjectType: 'users',
    subjectId: '1',
    actorKind: 'center',
    isImpersonation: false,
    data: null,
    scopeName: null,
    reasonText: null,
    createdAt,
    actor: { id: by, type: 'users', can: [], transitions: [] } as unknown as User,
  }) as unknown as AuditEvent;

test('who looks again on the same day is named once, with how often', () => {
  const day = '2026-11-21T10:00:00Z';
  const lines = gathered([
    event('5', 'read', '7', day),
    event('4', 'read', '7', day),
    event('3', 'read', '8', day),
    event('2', 'update', '8', day),
    event('1', 'update', '8', day),
    event('0', 'read', '8', '2026-11-19T10:00:00Z'),
  ]);
  expect(lines.map(({ id, times }) => [id, times])).toEqual([
    ['5', 2],
    ['3', undefined],
    ['2', undefined],
    ['1', undefined],
    ['0', undefined],
  ]);
});

test('who looked while signed in as somebody is not counted with that person', () => {
  const day = '2026-11-21T10:00:00Z';
  const theirs = { ...event('4', 'read', '7', day), isImpersonation: true };
  const lines = gathered([theirs, event('3', 'read', '7', day), event('2', 'read', '7', day)]);
  expect(lines.map(({ id, times }) => [id, times])).toEqual([
    ['4', undefined],
    ['3', 2],
  ]);
});
