// The calls about the texts of mails: a mail is named by its kind. Apart from the table of every first view.
import { call, type Meta, type Nothing, type Version } from './calls.ts';
import type { Resource } from './jsonapi.ts';

export const TEXT_PARTS = ['subject', 'intro', 'body'] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

/** The level that a text is written at. */
export type TextScope = 'volunteer_center' | 'tenant';
export type TextLocale = 'nl' | 'en';

/** In the order of the list. */
export const MAIL_GROUPS = [
  'account',
  'organizations',
  'vacancies',
  'applications',
  'activities',
  'pool',
  'hours',
  'conversations',
  'reports',
  'content',
] as const;
export type MailGroup = (typeof MAIL_GROUPS)[number];

export interface MailTemplate extends Resource {
  kind: string;
  locale: TextLocale;
  group: MailGroup;
  /** Who gets it: words of its own for each. */
  audience: string;
  isMandatory: boolean;
  /** Another text than the built-in one is in force in this language. */
  isChanged: boolean;
  isActive: boolean;
  /** A text of one's own in one language, and none in the other. */
  isMissingTranslation: boolean;
  subject: string;
  lastSentAt: string | null;
  updatedAt: string | null;
  updatedByName: string | null;
}

export interface MailTemplateTexts extends MailTemplate {
  intro: string | null;
  body: string;
  origins: Readonly<Record<TextPart, TextScope | 'built_in'>>;
  builtIn: { subject: string; body: string };
  /** Null, or left out, where the tenant has no text of its own. */
  tenant?: Readonly<Record<TextPart, string | null>> | null;
  /** As they stand in a text: `{{ vacancy_title }}`, `{% if position %}`. */
  placeholders: readonly string[];
  samples: Readonly<Record<string, string>>;
  /** Names: `vacancy_title`. */
  mandatoryPlaceholders: readonly string[];
  maxLengths: Readonly<Record<TextPart, number>>;
  version: number;
}

/** A text as it was; all of it null: the one of the level above. */
export type MailTextVersion = Version & Readonly<Record<TextPart, string | null>>;

export interface MailTextPreview extends Resource {
  subject: string;
  html: string;
  text: string;
}

/** What is sent: null follows the level above. */
export interface MailTextInput extends Partial<Record<TextPart, string | null>> {
  isActive?: boolean;
}

interface InLanguage {
  locale: TextLocale;
}

interface AtLevel extends InLanguage {
  scope?: TextScope;
}

const TYPE = 'notification_templates';

/** One kind has a text in each language and at each level, all by the same name: an answer holds for that one alone. */
const APART = { isApart: true } as const;

export const TEMPLATE_CALLS = {
  list: call('GET /notification_templates')<MailTemplate, Meta, Nothing, InLanguage>(),
  show: call('GET /notification_templates/{id}')<MailTemplateTexts, Meta, Nothing, AtLevel>(),
  update: {
    ...call('PATCH /notification_templates/{id}', TYPE)<MailTemplateTexts, Meta, MailTextInput, AtLevel>(),
    ...APART,
  },
  reset: {
    ...call('PUT /notification_templates/{id}/reset')<MailTemplateTexts, Meta, Nothing, AtLevel>(),
    ...APART,
  },
  preview: {
    ...call('POST /notification_templates/{id}/preview', TYPE)<
      MailTextPreview,
      Meta,
      MailTextInput,
      InLanguage
    >(),
    ...APART,
  },
  testMail: {
    ...call('POST /notification_templates/{id}/test_mail', TYPE)<Resource, Meta, MailTextInput, InLanguage>(),
    ...APART,
  },
  versions: call('GET /notification_templates/{id}/versions')<MailTextVersion, Meta, Nothing, AtLevel>(),
  restore: {
    ...call('POST /notification_templates/{id}/versions/{number}/restore')<
      MailTemplateTexts,
      Meta,
      Nothing,
      AtLevel
    >(),
    ...APART,
  },
} as const;
