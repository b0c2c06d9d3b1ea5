// An activity as the form has it, and back to what the server takes. Pure.
import type { NewOf } from '../../../api/params.ts';
import type { Activity, ActivityDateInput, ActivityInput } from '../../../api/schema.d.ts';
import { fromTemplateContent } from '../../../api/template-content.ts';
import type { FormValue } from '../../../components/form/form-context.ts';
import { paragraphsOf } from '../../../components/form/prose.ts';
import { questionsOf, questionsToForm } from '../../../components/form/questions/asked-questions.ts';
import { type FieldValue, isDay } from '../../../components/form/rules.ts';
import { clockOf, dayOf } from '../../../lib/locale/local-time.ts';
import { CENTRE } from '../activities-url.ts';
import { typedClock } from './clock.ts';
import {
  addDays,
  addMonths,
  type Frequency,
  monthlyChoices,
  parseRrule,
  type Rule,
  toRrule,
  WEEKDAYS,
  weekdayOf,
} from './rrule.ts';

export const DESCRIPTION_AT_LEAST = 20;
export const DESCRIPTION_AT_MOST = 5000;
export const MOST_TIMES = 200;
export const MONTHS_FOR_NOW = 6;

/** No time of its own: signing up ends when it starts. */
export const AT_START = 'start';
/** Minutes: as the server has it for a new one. */
const WITHDRAW_BEFORE = '180';

/** How often, as one choice: the frequency and the interval. `other` asks for both. */
export const EVERY = ['daily.1', 'weekly.1', 'weekly.2', 'monthly.1', 'other'] as const;

const text = (value: FieldValue): string | null => {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed === '' ? null : trimmed;
};
const number = (value: FieldValue): number | null => (typeof value === 'number' ? value : null);
const list = (value: FieldValue): readonly string[] => (Array.isArray(value) ? value : []);

export function newForm(organizationId: string, contactPersonId: string | null): FormValue {
  return {
    organizationId,
    contactPersonId,
    how: 'once',
    every: 'weekly.1',
    interval: 2,
    unit: 'weekly',
    end: 'until',
    weekdays: [],
    excludedDays: [],
    place: 'place',
    registration: 'none',
    allowsGuests: true,
    hasWaitingList: true,
    mostPerParty: '1',
    closes: AT_START,
    withdraw: WITHDRAW_BEFORE,
    asksAfterNoShows: false,
    countsHours: false,
    price: 'free',
  };
}

export function toForm(activity: Activity): FormValue {
  const { startsAt, endsAt, allDay, recurrence } = activity;
  const day = dayOf(startsAt);
  const rule = recurrence ? parseRrule(recurrence) : null;
  const every = rule ? `${rule.frequency}.${rule.interval}` : 'weekly.1';
  const isKnown = EVERY.some((each) => each === every);
  const isNight = addDays(day, 1) === dayOf(endsAt) && !allDay && clockOf(endsAt) <= LATEST_NIGHT;
  const isDays = dayOf(endsAt) !== day && !isNight;
  return {
    organizationId: activity.organizationId ?? CENTRE,
    title: activity.title,
    summary: activity.summary ?? '',
    description: activity.description,
    activityCategories: activity.activityCategories,
    targetGroups: activity.targetGroups,
    tags: activity.tags,
    how: recurrence ? 'regular' : isDays ? 'days' : 'once',
    allDay,
    day,
    lastDay: dayOf(endsAt),
    from: allDay ? '' : clockOf(startsAt),
    until: allDay ? '' : clockOf(endsAt),
    every: isKnown ? every : 'other',
    interval: rule?.interval ?? 2,
    unit: rule?.frequency ?? 'weekly',
    weekdays: rule && rule.weekdays.length > 0 ? rule.weekdays : [weekdayOf(day)],
    monthly: rule?.monthly ?? monthlyChoices(day)[0] ?? null,
    end: rule && 'count' in rule.end ? 'count' : 'until',
    endDay: rule && 'until' in rule.end ? rule.end.until : null,
    endCount: rule && 'count' in rule.end ? rule.end.count : null,
    excludedDays: activity.excludedDays,
    place: activity.online ? 'online' : 'place',
    placeId: activity.placeId,
    onlineUrl: activity.onlineUrl ?? '',
    accessibility: activity.accessibility ?? '',
    registration: activity.registration,
    capacity: activity.capacity,
    hasWaitingList: activity.hasWaitingList,
    allowsGuests: activity.allowsGuests,
    mostPerParty: String(activity.mostPerParty),
    closes: String(activity.registrationClosesMinutes ?? AT_START),
    withdraw: String(activity.withdrawMinutes),
    asksAfterNoShows: activity.asksAfterNoShows,
    countsHours: (activity as { countsHours?: boolean }).countsHours === true,
    minimumParticipants: activity.minimumParticipants,
    minimumOn: activity.minimumOn,
    isWorkshop: activity.isWorkshop,
    seatsPerOrganization: activity.seatsPerOrganization,
    onlyForOrganizations: activity.onlyForOrganizations,
    price: activity.isFree ? 'free' : 'paid',
    cost: activity.cost ?? '',
    contactPersonId: activity.contactPersonId,
    contactPhoneVisible: activity.contactPhoneVisible,
    imageUrl: activity.imageUrl,
    imageAlt: activity.imageAlt,
    ...questionsToForm(activity.questions),
  };
}

/** What is decided anew for another activity: whose it is, who is asked about it, and its days. */
export function withoutDates(form: FormValue): FormValue {
  const {
    organizationId: _o,
    contactPersonId: _c,
    day: _d,
    lastDay: _l,
    endDay: _e,
    excludedDays: _x,
    minimumOn: _m,
    weekdays,
    monthly,
    ...rest
  } = form;
  // Filled in by the day of the other one, where the rule says nothing of them.
  const unit = form.every === 'other' ? String(form.unit) : String(form.every).split('.')[0];
  const isBy = (which: Frequency): boolean => form.how === 'regular' && unit === which;
  const kept = {
    ...rest,
    ...(isBy('weekly') ? { weekdays } : {}),
    ...(isBy('monthly') ? { monthly } : {}),
  };
  const questions = Object.entries(kept).map(([name, each]) =>
    // Another activity has questions of its own.
    /^questions\.\d+\.id$/.test(name) ? [name, ''] : [name, each],
  );
  return Object.fromEntries(questions);
}

/** As the server has it for a new one, with a date that is taken out again. */
const UNSAID = {
  ...{ title: '', summary: null, description: '', activityCategories: [], targetGroups: [], tags: [] },
  ...{ startsAt: '2001-01-01T10:00', endsAt: '2001-01-01T12:00', allDay: false, recurrence: null },
  ...{ excludedDays: [], online: false, placeId: null, onlineUrl: null, accessibility: null },
  ...{ registration: 'none', capacity: null, hasWaitingList: true, allowsGuests: true, mostPerParty: 1 },
  ...{ registrationClosesMinutes: null, withdrawMinutes: Number(WITHDRAW_BEFORE), asksAfterNoShows: false },
  ...{ countsHours: false },
  ...{ minimumParticipants: null, isWorkshop: false, seatsPerOrganization: null, isFree: true, cost: null },
  ...{ onlyForOrganizations: false, contactPhoneVisible: false, imageUrl: null, imageAlt: '', questions: [] },
};

/** The content of a template, as the form has it. The rhythm stays; days and times are filled in anew. */
export function contentToForm(content: object): FormValue {
  const said = { ...UNSAID, ...fromTemplateContent(content) } as unknown as Activity;
  const { from: _f, until: _u, ...rest } = withoutDates(toForm(said));
  return rest;
}

/** What ends before it begins, this early in the morning, ends the next day. */
const LATEST_NIGHT = '06:00';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The first day and time, and the rule, as the server takes them. Null: something of it is not filled in yet. */
export function datesOf(value: FormValue): ActivityDateInput | null {
  const day = String(value.day ?? '');
  const isDays = value.how === 'days';
  const last = isDays ? String(value.lastDay ?? '') : day;
  if (!isDay(day) || !isDay(last)) return null;
  const allDay = value.allDay === true;
  const [from, until] = [typedClock(value.from), typedClock(value.until)];
  if (!allDay && !(CLOCK.test(from) && CLOCK.test(until))) return null;
  const endsNextDay = !isDays && until <= from && until <= LATEST_NIGHT;
  const isRegular = value.how === 'regular';
  const rule = isRegular ? ruleOf(value, day) : null;
  if (isRegular && rule === null) return null;
  return {
    startsAt: `${day}T${allDay ? '00:00' : from}`,
    endsAt: `${!allDay && endsNextDay ? addDays(last, 1) : last}T${allDay ? '00:00' : until}`,
    allDay,
    recurrence: rule === null ? null : toRrule(rule),
    excludedDays: isRegular ? [...list(value.excludedDays)].sort() : [],
  };
}

function ruleOf(value: FormValue, day: string): Rule | null {
  const [unit = '', times] = value.every === 'other' ? [value.unit] : String(value.every).split('.');
  const frequency = String(unit) as Frequency;
  const interval = value.every === 'other' ? number(value.interval) : Number(times);
  const weekdays = WEEKDAYS.filter((weekday) => list(value.weekdays).includes(weekday));
  const end = endOf(value, day);
  if (!interval || end === null || (frequency === 'weekly' && weekdays.length === 0)) return null;
  const monthly = text(value.monthly) ?? monthlyChoices(day)[0] ?? null;
  return {
    frequency,
    interval,
    weekdays: frequency === 'weekly' ? weekdays : [],
    monthly: frequency === 'monthly' ? monthly : null,
    end,
  };
}

function endOf(value: FormValue, day: string): Rule['end'] | null {
  if (value.end === 'open') return { until: addMonths(day, MONTHS_FOR_NOW) };
  if (value.end === 'count') {
    const count = number(value.endCount);
    return count ? { count } : null;
  }
  const until = String(value.endDay ?? '');
  return isDay(until) ? { until } : null;
}

export function toAttributes(value: FormValue): ActivityInput {
  const isOnline = value.place === 'online';
  const isPaid = value.price === 'paid';
  const isWorkshop = value.isWorkshop === true;
  const signsUp = value.registration !== 'none';
  const least = signsUp ? number(value.minimumParticipants) : null;
  return {
    title: text(value.title) ?? '',
    summary: text(value.summary),
    description: text(value.description) ?? '',
    activityCategories: list(value.activityCategories),
    targetGroups: list(value.targetGroups),
    tags: list(value.tags),
    ...(datesOf(value) ?? {}),
    online: isOnline,
    placeId: isOnline ? null : text(value.placeId),
    onlineUrl: isOnline ? text(value.onlineUrl) : null,
    accessibility: text(value.accessibility),
    registration: value.registration as NonNullable<ActivityInput['registration']>,
    capacity: signsUp ? number(value.capacity) : null,
    hasWaitingList: value.hasWaitingList === true,
    allowsGuests: value.allowsGuests === true,
    mostPerParty: Number(value.mostPerParty) || 1,
    registrationClosesMinutes: signsUp && value.closes !== AT_START ? Number(value.closes) : null,
    withdrawMinutes: Number(value.withdraw),
    asksAfterNoShows: value.asksAfterNoShows === true,
    countsHours: signsUp && value.countsHours === true,
    minimumParticipants: least,
    minimumOn: least === null ? null : text(value.minimumOn),
    isWorkshop,
    seatsPerOrganization: isWorkshop ? number(value.seatsPerOrganization) : null,
    onlyForOrganizations: isWorkshop && value.onlyForOrganizations === true,
    isFree: !isPaid,
    cost: isPaid ? text(value.cost) : null,
    contactPersonId: text(value.contactPersonId),
    contactPhoneVisible: value.contactPhoneVisible === true,
    imageUrl: text(value.imageUrl),
    imageAlt: text(value.imageAlt) ?? '',
    questions: signsUp
      ? questionsOf(value).map(({ text: words, kind, options, isRequired }) => ({
          text: words,
          kind,
          options,
          isRequired,
        }))
      : [],
  };
}

/** The organisation; null: the centre itself. */
export const ownerOf = ({ organizationId }: FormValue): string | null =>
  organizationId === CENTRE ? null : text(organizationId);

/** A new one: what is empty is left out. Without an organisation it is of the centre itself. */
export function newAttributes(value: FormValue): NewOf<'activities'> {
  const { title = '', startsAt = '', endsAt = '', ...rest } = toAttributes(value);
  const filled = Object.fromEntries(Object.entries(rest).filter(([, each]) => each !== null));
  const organizationId = ownerOf(value);
  return { title, startsAt, endsAt, ...filled, ...(organizationId ? { organizationId } : {}) };
}

/** Only what changed: what a colleague wrote in another field stays. */
export function changedAttributes(before: FormValue, after: FormValue): ActivityInput {
  const old: Readonly<Record<string, unknown>> = { ...toAttributes(before) };
  return Object.fromEntries(
    Object.entries(toAttributes(after)).filter(
      ([name, each]) => JSON.stringify(each) !== JSON.stringify(old[name]),
    ),
  );
}

export const PARTS = ['description', 'category', 'date', 'place', 'online', 'cost'] as const;
export type Part = (typeof PARTS)[number];

/** What has to be there before anybody else reads it. */
export function missingParts(activity: Activity): Part[] {
  const length = [...paragraphsOf(activity.description).trim()].length;
  const { online, onlineUrl, placeId, registration, isFree, cost, nextStartsAt } = activity;
  const isMissing: Record<Part, boolean> = {
    description: length < DESCRIPTION_AT_LEAST,
    category: activity.activityCategories.length === 0,
    date: nextStartsAt === null,
    place: !online && placeId === null,
    online: online && onlineUrl === null && registration === 'none',
    cost: !isFree && cost === null,
  };
  return PARTS.filter((part) => isMissing[part]);
}
