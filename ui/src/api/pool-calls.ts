// The calls about the profile that organisations may find, the pool of them, and the messages that follow from it.
import { call, type Meta, type Nothing } from './calls.ts';
import type { ApiError } from './client.ts';
import { type Resource, toCamelCase } from './jsonapi.ts';
import type { VolunteerProfile, VolunteerProfileInput } from './schema.d.ts';

export type LanguageLevel = 'native' | 'fluent' | 'basic';

/** By code of the language; what is missing has no level. */
export type LanguageLevels = Readonly<Record<string, LanguageLevel>>;

export type ReplyStatus = 'open' | 'answered' | 'declined' | 'expired' | 'blocked';

/** One's own profile, with what organisations may read of it. */
export interface OwnProfile extends VolunteerProfile {
  headline: string | null;
  about: string | null;
  languageLevels: LanguageLevels;
  /** When the consent in force was given. */
  consentedAt: string | null;
  /** Names of the other centres whose organisations may find people of this one. */
  sharedWith: string[];
  /** Whether they find this person. */
  isFoundElsewhere: boolean;
  /** On how many days how many organisations looked, of the last thirty days. */
  looksLastMonth: number;
}

export interface OwnProfileInput extends VolunteerProfileInput {
  headline?: string | null;
  about?: string | null;
  languageLevels?: LanguageLevels;
}

/** Visible: consent is given, and it is shown until that day. Paused: consent stays. Neither: consent is withdrawn. */
export interface VisibilityInput {
  visible: boolean;
  paused?: boolean;
  /** `YYYY-MM-DD`; none: 122 days from now. */
  until?: string | null;
  /** Also by organisations of the centres that share the pool; none: as it was. */
  elsewhere?: boolean;
}

export interface PoolFact {
  code: string;
  values?: readonly string[];
  number?: number;
}

/** Somebody as organisations see them. */
export interface PoolProfile extends Resource {
  firstName: string;
  /** "HV" */
  initials: string;
  /** "Hanneke V." */
  name: string;
  headline: string | null;
  about: string | null;
  themeIds: readonly string[];
  skills: readonly string[];
  languages: readonly { code: string; level: LanguageLevel | null }[];
  /** `wed_afternoon` */
  availability: readonly string[];
  frequency: 'once' | 'regularly' | 'flexible' | null;
  hoursPerWeek: number | null;
  transport: 'walk' | 'bike' | 'public_transport' | 'car' | null;
  postalCode4: string | null;
  /** From the place that was asked, else from the vacancy, else from the organisation. */
  distanceKm: number | null;
  /** `2026-11` */
  confirmedMonth: string | null;
  match: { score: number; reasons: readonly PoolFact[]; misses: readonly PoolFact[] } | null;
  /** The last message of the organisation for which one looks. */
  reply: { id: string; status: ReplyStatus; createdAt: string } | null;
  /** From when the organisation may write again; none: now. */
  writableFrom: string | null;
}

export interface ProfileLook extends Resource {
  organizationId: string;
  organizationName: string;
  /** `YYYY-MM-DD` */
  lastDay: string;
  days: number;
}

export interface ProfileBlock extends Resource {
  organizationId: string;
  organizationName: string;
  createdAt: string;
}

export interface PoolQuery {
  'filter[organization_id_eq]'?: string;
  'filter[themes_in]'?: string;
  'filter[skills_in]'?: string;
  'filter[languages_in]'?: string;
  'filter[available_on]'?: string;
  'filter[frequency_in]'?: string;
  'filter[near]'?: string;
  'filter[radius_km]'?: number;
  'filter[match_vacancy_id]'?: string;
  sort?: 'match' | 'distance' | '-confirmed';
  'page[number]'?: number;
  'page[size]'?: number;
}

export interface PoolMeta extends Meta {
  total?: number;
  page?: number;
  pages?: number;
  /** Of twenty a day; null for who writes for no organisation. */
  messagesLeft?: number | null;
  vacancy?: { availability: readonly string[]; themeIds: readonly string[] } | null;
}

export interface VolunteerProfileReply extends Resource {
  organizationId: string;
  organizationName: string;
  vacancyId: string | null;
  vacancyTitle: string | null;
  vacancySlug: string | null;
  /** Who of the organisation wrote. */
  senderName: string | null;
  /** "Hanneke V.", with the last name once it is shared. */
  personName: string;
  personPhone: string | null;
  personEmail: string | null;
  body: string;
  status: ReplyStatus;
  answer: string | null;
  answeredAt: string | null;
  sharesLastName: boolean;
  sharesPhone: boolean;
  sharesEmail: boolean;
  expiresAt: string | null;
  createdAt: string;
  direction: 'received' | 'sent';
}

export interface NewReply {
  /** As the pool names the person to this organisation. */
  volunteerProfileId: string;
  organizationId: string;
  vacancyId?: string | null;
  body: string;
}

export interface ReplyAnswer {
  body: string;
  shareLastName: boolean;
  sharePhone: boolean;
  shareEmail: boolean;
}

export interface ReplyMessage extends Resource {
  body: string;
  side: 'person' | 'organization';
  authorName: string | null;
  isRead: boolean;
  isHidden: boolean;
  createdAt: string;
}

export interface ReplyQuery {
  'filter[direction_eq]'?: 'received' | 'sent';
  'filter[organization_id_eq]'?: string;
  'filter[status_in]'?: string;
  sort?: 'created_at' | '-created_at';
  'page[number]'?: number;
  'page[size]'?: number;
}

/** The address names what it is about `organization_id`; a call fills in an `id`. */
declare module './schema.d.ts' {
  interface Operations {
    'PUT /volunteer_profiles/current/blocks/{id}': { query: object; body: unknown };
    'DELETE /volunteer_profiles/current/blocks/{id}': { query: object; body: unknown };
  }
}

export const POOL_CALLS = {
  ownProfile: call('GET /volunteer_profiles/current')<OwnProfile>(),
  changeProfile: call('PATCH /volunteer_profiles/current', 'volunteer_profiles')<
    OwnProfile,
    Meta,
    OwnProfileInput
  >(),
  setVisibility: call('PUT /volunteer_profiles/current/visibility')<OwnProfile, Meta, VisibilityInput>(),
  preview: call('GET /volunteer_profiles/current/preview')<PoolProfile>(),
  looks: call('GET /volunteer_profiles/current/looks')<ProfileLook>(),
  blocks: call('GET /volunteer_profiles/current/blocks')<ProfileBlock>(),
  block: call('PUT /volunteer_profiles/current/blocks/{id}')<Resource, Meta, Nothing>(),
  unblock: call('DELETE /volunteer_profiles/current/blocks/{id}')<Resource, Meta, Nothing>(),
  pool: call('GET /volunteer_profiles')<PoolProfile, PoolMeta, Nothing, PoolQuery>(),
  poolProfile: call('GET /volunteer_profiles/{id}')<
    PoolProfile,
    Meta,
    Nothing,
    Pick<PoolQuery, 'filter[organization_id_eq]'>
  >(),
  replies: call('GET /volunteer_profile_replies')<VolunteerProfileReply, Meta, Nothing, ReplyQuery>(),
  reply: call('GET /volunteer_profile_replies/{id}')<VolunteerProfileReply>(),
  writeReply: call('POST /volunteer_profile_replies', 'volunteer_profile_replies')<
    VolunteerProfileReply,
    Meta,
    NewReply
  >(),
  answerReply: call('PUT /volunteer_profile_replies/{id}/answer')<VolunteerProfileReply, Meta, ReplyAnswer>(),
  declineReply: call('PUT /volunteer_profile_replies/{id}/decline')<VolunteerProfileReply, Meta, Nothing>(),
  blockReply: call('PUT /volunteer_profile_replies/{id}/block')<VolunteerProfileReply, Meta, Nothing>(),
  replyMessages: call('GET /volunteer_profile_replies/{id}/messages')<ReplyMessage>(),
  writeReplyMessage: call('POST /volunteer_profile_replies/{id}/messages', 'messages')<
    ReplyMessage,
    Meta,
    { body: string }
  >(),
  readReplyMessages: call('PUT /volunteer_profile_replies/{id}/messages/read')<Resource, Meta, Nothing>(),
} as const;

/** The keys of an object of an answer are camel case, also where they are codes. */
export const levelOf = (levels: LanguageLevels | undefined, code: string): LanguageLevel | null =>
  levels?.[toCamelCase(code)] ?? null;

/** Whether a rule of this name refused it. */
export const isRefusedBy = (error: ApiError, rule: string): boolean =>
  error.errors.some(({ code, meta }) => code === rule || meta?.rule === rule);
