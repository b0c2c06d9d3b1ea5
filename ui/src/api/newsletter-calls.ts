// The calls about newsletters of a centre, apart from the table of every first view.
import { call, type Meta, type Nothing } from './calls.ts';
import { request } from './client.ts';
import { type Resource, writeDocument } from './jsonapi.ts';
import { payloadOf } from './requests.ts';
import type { Newsletter, NewsletterInput } from './schema.d.ts';

export type { Newsletter, NewsletterInput };

export const NEWSLETTER_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent'] as const;
export type NewsletterStatus = (typeof NEWSLETTER_STATUSES)[number];

export type NewsletterLocale = 'nl' | 'en';

/** A part of the mail. `text` is in the markup of mails; its one placeholder is `{{ first_name }}`. */
export type NewsletterBlock =
  | { readonly type: 'heading'; readonly title: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'picture'; readonly uploadId: string; readonly alt: string }
  | { readonly type: 'vacancies'; readonly title: string }
  | { readonly type: 'activities'; readonly title: string }
  | {
      readonly type: 'call';
      readonly title: string;
      readonly text: string | null;
      readonly label: string;
      readonly link: string;
    };
export type NewsletterBlockType = NewsletterBlock['type'];

export const AUDIENCES = ['everyone', 'volunteers', 'organizations'] as const;
export const DISTANCES_KM = [5, 10, 15, 25, 50] as const;
export const PAST_DAYS = [30, 90, 180, 365] as const;
export type PastDays = (typeof PAST_DAYS)[number];

/** Who of those who want it get it. What is null asks nothing. */
export interface NewsletterSegment {
  readonly audience: (typeof AUDIENCES)[number];
  readonly themeIds: readonly string[];
  /** Both or none. */
  readonly city: string | null;
  readonly km: (typeof DISTANCES_KM)[number] | null;
  readonly language: NewsletterLocale | null;
  /** Did something within so many days: applied, signed up for an activity, wrote down hours. */
  readonly activeDays: PastDays | null;
  /** Signed in within so many days. */
  readonly seenDays: PastDays | null;
}

/** Why somebody who wants it does not get this one. */
export type SkipReason = 'bounced' | 'under_16' | 'less_often' | 'archived';

export interface NewsletterAudience extends Resource {
  recipients: number;
  /** Of all who want the newsletter. */
  willing: number;
  skipped: readonly { reason: SkipReason; count: number }[];
  /** Some who get it, to look at the mail as they do. */
  sample: readonly { id: string; name: string }[];
  minutes: number;
}

export interface NewsletterPreview extends Resource {
  subject: string;
  html: string;
  text: string;
  /** In bytes. */
  size: number;
}

export type NewsletterCheckName =
  | 'subject'
  | 'content'
  | 'tested'
  | 'alt_texts'
  | 'links'
  | 'size'
  | 'english'
  | 'recipients';

export interface NewsletterCheck {
  name: NewsletterCheckName;
  isMet: boolean;
  isRequired: boolean;
  /** Of links; of the size kilobytes. */
  count: number | null;
}

export interface NewsletterEvent extends Resource {
  event:
    | 'scheduled'
    | 'unscheduled'
    | 'started'
    | 'resumed_after_restart'
    | 'paused'
    | 'resumed'
    | 'stopped'
    | 'sent';
  at: string;
  actorName: string | null;
  count: number | null;
}

/** What changes how it is sent. */
export type NewsletterStep = 'pause' | 'resume' | 'stop' | 'unschedule';

const APART = { isApart: true } as const;

export const NEWSLETTER_CALLS = {
  audience: call('GET /newsletters/{id}/audience')<NewsletterAudience, Meta, Nothing>(),
  preview: {
    ...call('POST /newsletters/{id}/preview', 'newsletter_previews')<
      NewsletterPreview,
      Meta,
      { locale: NewsletterLocale; subscriberId: string | null }
    >(),
    ...APART,
  },
  testMail: call('POST /newsletters/{id}/test_mail', 'newsletters')<
    Resource,
    Meta,
    { locale: NewsletterLocale }
  >(),
  checks: call('GET /newsletters/{id}/checks')<
    Resource & { checks: readonly NewsletterCheck[] },
    Meta,
    Nothing
  >(),
  schedule: call('PUT /newsletters/{id}/schedule', '')<Newsletter, Meta, { sendAt: string | null }>(),
  pause: call('PUT /newsletters/{id}/pause')<Newsletter, Meta, Nothing>(),
  resume: call('PUT /newsletters/{id}/resume')<Newsletter, Meta, Nothing>(),
  stop: call('PUT /newsletters/{id}/stop')<Newsletter, Meta, Nothing>(),
  unschedule: call('PUT /newsletters/{id}/unschedule')<Newsletter, Meta, Nothing>(),
  history: call('GET /newsletters/{id}/history')<NewsletterEvent, Meta, Nothing>(),
  duplicate: call('POST /newsletters/{id}/duplicate')<Newsletter, Meta, Nothing>(),
} as const;

/** Changes a draft; refused when it is not at `version` any more. Gives it with the version after it. */
export async function changeNewsletter(
  id: string,
  attributes: NewsletterInput,
  version: string,
): Promise<{ newsletter: Newsletter | undefined; version: string }> {
  const { document, etag } = await request('PATCH', `/newsletters/${encodeURIComponent(id)}`, {
    body: writeDocument('newsletters', attributes, id),
    ifMatch: version,
  });
  return { newsletter: payloadOf<Newsletter>(document).items[0], version: etag ?? '' };
}
