// What happened to somebody or something, in words: who did what, to what, and from what to what.

import { useTranslation } from 'react-i18next';
import type { ListParams } from '../../api/params.ts';
import type { AuditEvent } from '../../api/schema.d.ts';
import { midSentence } from '../locale/mid-sentence.ts';
import { serverWords } from '../locale/server-words.ts';
import { formatDate, formatTime } from '../locale/time.ts';
import { useRoleWords } from '../session/role-words.ts';

/** How many a timeline asks for at a time. */
export const TRAIL_PAGE = 10;

/** What every list of the audit log asks besides whom it is about. */
export const AUDIT_LOG_PARAMS: ListParams<'audit_events'> = {
  include: ['actor', 'impersonator', 'subject', 'apiKey'],
  fields: {
    users: ['fullName'],
    organizations: ['name'],
    vacancies: ['title'],
    applications: ['vacancyTitle'],
    activities: ['title'],
    forms: ['title'],
  },
  page: { size: TRAIL_PAGE },
};

const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** 'Naam' within a sentence; 'ANBI' and 'KvK-nummer' stay as they are. */
const inSentence = (text: string): string => (/^\S+?[A-Z]/.test(text) ? text : midSentence(text));

export type LogEvent = AuditEvent & { times?: number };

/** What an event holds besides, by what was done: the server writes it down as it comes. */
interface Told {
  /** In the words of the wire: 'phone_number'. */
  fields?: string[];
  changes?: { field: string; from: unknown; to: unknown }[];
  from?: string | null;
  to?: string | null;
  reasonCode?: string | null;
  role?: string;
  scopeType?: string;
  kind?: string;
  /** Of a list, and of a file. */
  count?: number;
  rows?: number;
  onBehalf?: boolean;
}

const toldBy = ({ data }: Pick<AuditEvent, 'data'>): Told => data ?? {};

/** The same thing by the same person on the same day is said once, with how often. */
export function gathered(events: readonly AuditEvent[]): LogEvent[] {
  const out: LogEvent[] = [];
  for (const event of events) {
    const last = out.at(-1);
    if (
      last !== undefined &&
      event.isReading &&
      last.action === event.action &&
      last.subjectType === event.subjectType &&
      last.subjectId === event.subjectId &&
      last.actorKind === event.actorKind &&
      last.actor?.id === event.actor?.id &&
      last.isImpersonation === event.isImpersonation &&
      last.impersonator?.id === event.impersonator?.id &&
      last.apiKeyId === event.apiKeyId &&
      formatDate(last.createdAt) === formatDate(event.createdAt)
    ) {
      last.times = (last.times ?? 1) + 1;
    } else out.push({ ...event });
  }
  return out;
}

/** Where something is looked at, by its type. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  users: (id) => `/users/${id}`,
  organizations: (id) => `/organizations/${id}`,
  vacancies: (id) => `/vacancies/${id}`,
  applications: (id) => `/applications/${id}`,
  activities: (id) => `/activiteitenkalender/overzicht/${id}`,
  forms: (id) => `/form_builder/${id}`,
};

/** The screen of what an event is about; none where the reader does not see it, or it is gone. Pure. */
export const subjectHref = ({ subject, subjectType }: AuditEvent): string | null =>
  subject ? (SCREENS[subjectType]?.(subject.id) ?? null) : null;

/** Its name as far as the reader sees it. Pure. */
export function subjectNameOf({ subject }: AuditEvent): string | null {
  if (!subject) return null;
  if ('fullName' in subject) return subject.fullName;
  if ('vacancyTitle' in subject) return subject.vacancyTitle;
  return 'title' in subject ? subject.title : subject.name;
}

export interface EventWords {
  titleOf: (event: LogEvent) => string;
  /** From what to what, and why: a sentence each. */
  changesOf: (event: LogEvent) => string[];
  /** 'Vacature Taalmaatje', 'Aanmelding 9371' */
  subjectOf: (event: LogEvent) => string;
  /** 'Vacature' */
  kindOf: (subjectType: string) => string;
}

export function useEventWords(): EventWords {
  const { t, i18n } = useTranslation(['audit-log', 'field-names', 'mail-kinds', 'reasons']);
  const roles = useRoleWords();
  const say = serverWords(t);
  const word = (key: string, otherwise: string): string =>
    i18n.exists(`audit-log:${key}`) ? say(`audit-log:${key}`) : otherwise;
  const fieldName = (field: string): string =>
    i18n.exists(`field-names:${field}`) ? inSentence(say(`field-names:${field}`)) : t('field.other');
  const kindOf = (subjectType: string): string => word(`subject.${subjectType}`, t('subject.other'));

  function wordOf(field: string, value: unknown): string {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (value === null || value === undefined || value === '') return t('nothing');
    if (Array.isArray(value)) {
      const each = value.map((one) => word(`value.${field}.${one}`, String(one)));
      return each.length > 0 ? each.join(', ') : t('nothing');
    }
    return word(`value.${field}.${value}`, String(value));
  }

  /** Of these it is not said what they were. */
  function untold(data: Told): string[] {
    const told = (data.changes ?? []).map(({ field }) => field);
    return [...new Set((data.fields ?? []).filter((field) => !told.includes(field)).map(fieldName))];
  }

  function doneOf(event: LogEvent): string {
    const { action, subjectType, scopeName } = event;
    const data = toldBy(event);
    const role = data.role
      ? roles.fullName({ name: data.role, scopeType: data.scopeType ?? 'tenant', scopeName })
      : '';
    const consent = data.kind ? word(`consent.${data.kind}`, data.kind) : '';
    const key = [`${subjectType}.${action}`, `any.${action}`].find((one) => i18n.exists(`audit-log:${one}`));
    if (key !== undefined) return t(key as 'somebody', { role, consent });
    // A mail that the program sent is named as in everybody's settings.
    if (i18n.exists(`mail-kinds:${action}`)) return t('any.mailed', { mail: say(`mail-kinds:${action}`) });
    return word(`${subjectType}.other`, t('any.other'));
  }

  return {
    kindOf,
    titleOf(event) {
      const title = doneOf(event);
      const fields = event.action === 'update' ? untold(toldBy(event)) : [];
      return fields.length > 0 ? t('which', { title, fields: fields.join(', ') }) : title;
    },
    changesOf(event) {
      const { subjectType, reasonText } = event;
      const data = toldBy(event);
      const state = (one: string): string =>
        word(`state.${subjectType}.${one}`, word(`state.any.${one}`, one));
      const isStep = data.from && data.to && data.from !== data.to;
      const count = data.count ?? data.rows;
      return [
        ...(data.changes ?? []).map(({ field, from, to }) =>
          t('fromTo', { field: begun(fieldName(field)), from: wordOf(field, from), to: wordOf(field, to) }),
        ),
        ...(isStep ? [t('step', { from: state(data.from ?? ''), to: state(data.to ?? '') })] : []),
        ...(typeof count === 'number' ? [t('count', { count })] : []),
        ...(data.onBehalf ? [t('onBehalf')] : []),
        ...(data.reasonCode && i18n.exists(`reasons:closing.${data.reasonCode}`)
          ? [t('why', { reason: midSentence(say(`reasons:closing.${data.reasonCode}`)) })]
          : []),
        ...(reasonText ? [t('said', { text: reasonText })] : []),
      ];
    },
    subjectOf(event) {
      const kind = kindOf(event.subjectType);
      const name = subjectNameOf(event);
      if (name) return t('subjectNamed', { kind, name });
      return event.subjectId ? t('subjectNumber', { kind, id: event.subjectId }) : kind;
    },
  };
}

/** One line of a timeline. */
export interface TrailLine {
  id: string;
  title: string;
  detail: string;
  when: string;
  at: string;
}

/** A timeline about a person and their applications says of anything else what it is. */
const UNDERSTOOD: readonly string[] = ['users', 'applications'];

/** Lines for a timeline. `center` is what the reader knows the centre as. */
export function useTrailLines(center: string): (event: LogEvent) => TrailLine {
  const { t } = useTranslation('audit-log');
  const { titleOf, changesOf, subjectOf } = useEventWords();

  /** 'By Anna (as Bob)', as far as the reader may know who they are. */
  function nameOf({ actor, actorKind, apiKey, isImpersonation, impersonator }: LogEvent): string {
    if (apiKey) return t('by.programNamed', { name: apiKey.name });
    const name = actorKind === 'self' ? undefined : actor?.fullName;
    const by = name ? t('by.name', { name }) : serverWords(t)(`by.${actorKind}`, { center });
    if (!isImpersonation) return by;
    const admin = impersonator?.fullName ?? t('by.admin');
    if (actorKind === 'self') return t('by.asYou', { admin });
    return name ? t('by.asName', { admin, name }) : t('by.inTheName', { by });
  }

  function whoOf(event: LogEvent): string {
    const { times = 1 } = event;
    const who = nameOf(event);
    return times > 1 ? t('times', { who, count: times }) : who;
  }

  return (event) => ({
    id: event.id,
    title: UNDERSTOOD.includes(event.subjectType)
      ? titleOf(event)
      : t('about', { subject: subjectOf(event), title: midSentence(titleOf(event)) }),
    detail: [...changesOf(event), whoOf(event)].join(' '),
    at: event.createdAt,
    when: `${formatDate(event.createdAt)}, ${formatTime(event.createdAt)}`,
  });
}
