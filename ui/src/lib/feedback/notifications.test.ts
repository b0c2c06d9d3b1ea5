// Every kind the server tells of has a sentence, in both languages, with what it speaks of filled in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeLanguage, loadWords, startWords } from '../locale/i18n.ts';
import type { Language } from '../locale/language.ts';
import { notificationHref, notificationText } from './notifications.ts';

const KINDS = [
  'org_to_review',
  'pending_over_3_days',
  'daily_todo',
  'weekly_summary',
  'monthly_report',
  'org_received',
  'org_approved',
  'org_denied',
  'org_revoked',
  'org_archived',
  'org_change_decided',
  'org_question',
  'org_still_correct_6m',
  'org_unconfirmed',
  'org_move_asked',
  'org_move_decided',
  'org_moved',
  'org_merged',
  'form_submitted',
  'org_no_vacancy_10d',
  'org_no_vacancy_30d',
  'org_suggestion',
  'vacancy_to_review',
  'vacancy_submitted',
  'vacancy_approved',
  'vacancy_needs_work',
  'vacancy_refused',
  'vacancy_draft_3d',
  'vacancy_draft_7d',
  'vacancy_still_current_90d',
  'vacancy_expires_14d',
  'vacancy_expires_3d',
  'vacancy_expired',
  'vacancy_filled',
  'application_new',
  'application_received',
  'application_accepted',
  'application_rejected',
  'application_closed',
  'application_withdrawn',
  'application_withdrawn_receipt',
  'mentor_application_to_approve',
  'guardian_wanted',
  'guardian_agreed',
  'silence_day3',
  'silence_day7',
  'silence_day14',
  'account_welcome',
  'password_changed',
  'role_offered',
  'role_changed',
  'account_inactive_23m',
  'account_inactive_7d',
  'export_ready',
  'report_to_handle',
  'report_received',
  'report_outcome',
  'report_decided',
  'report_appealed',
  'report_appeal_decided',
  'check_requested',
  'check_claimed',
  'check_expires_60d',
  'checks_exported',
  'audit_log_exported',
] as const;

const DATA = {
  formTitle: 'Training taalmaatje',
  vacancyTitle: 'Taalmaatje',
  organizationName: 'Taalhuis',
  centerName: 'Lindewaard',
  intoName: 'Stichting Taalhuis',
  applicantName: 'Joke Vermeer',
  personName: 'Joke Vermeer',
  actorName: 'Ada de Wit',
  inviterName: 'Ada de Wit',
  subjectTitle: 'Ronald Smit',
  rows: 1000,
};

beforeAll(startWords);

describe.each<Language>(['nl', 'en'])('in %s', (of) => {
  beforeAll(async () => {
    await changeLanguage(of);
    await loadWords(['notifications']);
  });

  test.each(KINDS)('%s', (kind) => {
    const { title, body } = notificationText({ kind, data: DATA });
    const other = notificationText({ kind: 'something_else', data: DATA });
    expect(title).not.toBe(other.title);
    expect(title + (body ?? '')).not.toMatch(/\{\{|notifications:/);
    expect(body).not.toBeNull();
  });

  test('a kind that is new to the ui still says that there is news', () => {
    expect(notificationText({ kind: 'something_else', data: {} }).title).toMatch(/nieuws|news/);
  });

  test.each(['application_received', 'application_rejected'])('%s while its school holds it', (kind) => {
    const usual = notificationText({ kind, data: DATA });
    const held = notificationText({ kind, data: { ...DATA, schoolName: 'Lyceum' } });
    expect(held.title).not.toBe(usual.title);
    expect(held.title).toMatch(/mentor/);
  });

  test('a file of one person is not one of a thousand', () => {
    const told = (rows: number) => notificationText({ kind: 'users_exported', data: { rows } }).body;
    expect(told(1)).toMatch(/1 (persoon|person)/);
    expect(told(1000)).toMatch(/1[.,]000 (mensen|people)/);
  });

  test('a message about nothing else names no vacancy', () => {
    const data = { senderName: 'Wim', message: 'Hoi', vacancyTitle: '' };
    expect(notificationText({ kind: 'message_new', data }).body).toBe('Hoi');
  });

  test('without a title the sentence is still whole', () => {
    const { title } = notificationText({ kind: 'vacancy_to_review', data: {} });
    expect(title).toMatch(/een vacature$|a volunteer role$/);
  });
});

test('every kind that the server tells of in the app has a sentence', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../src/mail/kind.rs'), 'utf8');
  const kinds = [...source.matchAll(/^ +(\w+) "(\w+)" (?:MANDATORY|OPTIONAL) /gm)];
  const bodyOf = (name: string): string => source.split(`fn ${name}(self)`)[1]?.split('\n    }\n')[0] ?? '';
  const mailOnly = ['gathers', 'is_mail_only'].flatMap((name) =>
    [...bodyOf(name).matchAll(/Self::(\w+)/g)].map(([, kind]) => kind),
  );
  expect([kinds.length > 100, mailOnly.length > 20]).toEqual([true, true]);
  const told = kinds.filter(([, kind]) => !mailOnly.includes(kind)).map(([, , name = '']) => name);
  const { title: nothing } = notificationText({ kind: 'something_else', data: {} });
  expect(told.filter((kind) => notificationText({ kind, data: DATA }).title === nothing)).toEqual([]);
});

test('a notification leads somewhere, and only inside the app', () => {
  expect(notificationHref({ kind: 'application_new', url: '/applications/3' })).toBe('/applications/3');
  expect(notificationHref({ kind: 'application_rejected', url: null })).toBe('/applications');
  expect(notificationHref({ kind: 'application_new', url: 'https://elsewhere.example' })).toBe('/');
});
