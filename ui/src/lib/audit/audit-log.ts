// What happened to somebody or something, in words: who did what, and from what to what.

import { useTranslation } from 'react-i18next';
import type { ListParams } from '../../api/params.ts';
import type { AuditEvent } from '../../api/schema.d.ts';
import { midSentence } from '../locale/mid-sentence.ts';
import { serverWords } from '../locale/server-words.ts';
import { formatDate, formatTime } from '../locale/time.ts';
import { useRoleWords } from '../session/role-words.ts';

/** How many the list asks for at a time. */
export const TRAIL_PAGE = 10;

/** What every list of the audit log asks besides whom it is about. */
export const AUDIT_LOG_PARAMS: ListParams<'audit_events'> = {
  include: ['actor', 'impersonator'],
  fields: { users: ['fullName'] },
  page: { size: TRAIL_PAGE },
};

const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Event = AuditEvent & { times?: number };

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
}

const toldBy = ({ data }: Pick<AuditEvent, 'data'>): Told => data ?? {};

/** The same thing by the same person on the same day is said once, with how often. */
export function gathered(events: readonly AuditEvent[]): Event[] {
  const out: Event[] = [];
  for (const event of events) {
    const last = out.at(-1);
    if (
      last !== undefined &&
      event.isReading &&
      last.action === event.action &&
      last.subjectType === event.subjectType &&
      last.actorKind === event.actorKind &&
      last.actor?.id === event.actor?.id &&
      last.isImpersonation === event.isImpersonation &&
      last.impersonator?.id === event.impersonator?.id &&
      formatDate(last.createdAt) === formatDate(event.createdAt)
    ) {
      last.times = (last.times ?? 1) + 1;
    } else out.push({ ...event });
  }
  return out;
}

/** One line of a timeline. */
export interface TrailLine {
  id: string;
  title: string;
  detail: string;
  when: string;
  at: string;
}

/** Lines for a timeline. `center` is what the reader knows the centre as. */
export function useTrailLines(center: string): (event: Event) => TrailLine {
  const { t, i18n } = useTranslation(['audit-log', 'reasons']);
  const roles = useRoleWords();
  const word = (key: string, otherwise: string): string =>
    i18n.exists(`audit-log:${key}`) ? t(key as 'somebody') : otherwise;
  const fieldName = (field: string): string => word(`field.${field}`, word('field.other', field));

  function wordOf(field: string, value: unknown): string {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (value === null || value === '') return t('nothing');
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

  function titleOf(event: Event): string {
    const { action, subjectType, scopeName } = event;
    const data = toldBy(event);
    const role = data.role
      ? roles.fullName({ name: data.role, scopeType: data.scopeType ?? 'tenant', scopeName })
      : '';
    const consent = data.kind ? word(`consent.${data.kind}`, data.kind) : '';
    const key = [`${subjectType}.${action}`, `any.${action}`, `${subjectType}.other`].find((one) =>
      i18n.exists(`audit-log:${one}`),
    );
    const title = key === undefined ? t('any.other') : t(key as 'somebody', { role, consent });
    const fields = action === 'update' ? untold(data) : [];
    return fields.length > 0 ? t('which', { title, fields: fields.join(', ') }) : title;
  }

  /** From what to what, and why. */
  function changesOf(event: Event): string[] {
    const { subjectType, reasonText } = event;
    const data = toldBy(event);
    const changes = data.changes ?? [];
    const state = (one: string): string => word(`state.${subjectType}.${one}`, one);
    const isStep = data.from && data.to && data.from !== data.to;
    return [
      ...changes.map(({ field, from, to }) =>
        t('fromTo', { field: begun(fieldName(field)), from: wordOf(field, from), to: wordOf(field, to) }),
      ),
      ...(isStep ? [t('step', { from: state(data.from ?? ''), to: state(data.to ?? '') })] : []),
      ...(data.reasonCode && i18n.exists(`reasons:closing.${data.reasonCode}`)
        ? [t('why', { reason: midSentence(serverWords(t)(`reasons:closing.${data.reasonCode}`)) })]
        : []),
      ...(reasonText ? [t('said', { text: reasonText })] : []),
    ];
  }

  /** 'By Anna (as Bob)', as far as the reader may know who they are. */
  function nameOf({ actor, actorKind, isImpersonation, impersonator }: Event): string {
    const name = actorKind === 'self' ? undefined : actor?.fullName;
    const by = name ? t('by.name', { name }) : serverWords(t)(`by.${actorKind}`, { center });
    if (!isImpersonation) return by;
    const admin = impersonator?.fullName ?? t('by.admin');
    if (actorKind === 'self') return t('by.asYou', { admin });
    return name ? t('by.asName', { admin, name }) : t('by.inTheName', { by });
  }

  function whoOf(event: Event): string {
    const { times = 1 } = event;
    const who = nameOf(event);
    return times > 1 ? t('times', { who, count: times }) : who;
  }

  return (event) => ({
    id: event.id,
    title: titleOf(event),
    detail: [...changesOf(event), whoOf(event)].join(' '),
    at: event.createdAt,
    when: `${formatDate(event.createdAt)}, ${formatTime(event.createdAt)}`,
  });
}
