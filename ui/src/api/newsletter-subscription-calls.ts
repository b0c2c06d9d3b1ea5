// The calls about the newsletters that people get: asking for them, what they wish, and those that stand on the site.
import type { Payload } from './cache.ts';
import { addressOf, get, request } from './client.ts';
import { type Resource, readOne, writeDocument } from './jsonapi.ts';
import { pathOf, payloadOf } from './requests.ts';

export type NewsletterFrequency = 'every' | 'monthly';

/** What somebody says who wants the newsletter and has no account. */
export interface NewsletterSubscriptionForm {
  email: string;
  firstName: string | null;
  locale: 'nl' | 'en';
  /** Of the sentence that they agree to. */
  edition: string;
}

interface ConfirmedSubscription extends Resource {
  isConfirmed: boolean;
  /** Where they change or end it. */
  preferencesPath: string;
}

/** What somebody wishes who holds the link of a newsletter. */
export interface NewsletterPreferences extends Resource {
  /** Masked: whoever is forwarded a newsletter does not learn the address. */
  email: string;
  locale: 'nl' | 'en';
  frequency: NewsletterFrequency;
  isSubscribed: boolean;
}

export type NewsletterPreferencesChange = Partial<
  Pick<NewsletterPreferences, 'locale' | 'frequency' | 'isSubscribed'>
>;

/** A newsletter that was sent, on the site. In English where there is an English version. */
export interface PublishedNewsletter extends Resource {
  subject: string;
  subjectEn: string | null;
  preheader: string | null;
  preheaderEn: string | null;
  /** Of its body, by the server's own templates. */
  html: string;
  htmlEn: string | null;
  sentAt: string;
  path: string;
}

const SUBSCRIPTIONS = '/newsletter_subscriptions';
const PREFERENCES = `${SUBSCRIPTIONS}/preferences`;
const PUBLISHED = '/published_newsletters';

/** The token in the link identifies the reader; a session in this browser is ignored. */
const BY_LINK = { anonymous: true };

const documentOf = (attributes: object) => writeDocument('newsletter_subscriptions', attributes);

/** Answers the same whoever it is, so that nobody learns who gets the newsletter. */
export async function askForNewsletter(form: NewsletterSubscriptionForm): Promise<void> {
  await request('POST', SUBSCRIPTIONS, { body: documentOf(form) });
}

/** Where they change or end it; null when the answer does not say. */
export async function confirmNewsletter(token: string): Promise<string | null> {
  const { document } = await request('POST', `${SUBSCRIPTIONS}/confirm`, {
    body: documentOf({ token }),
    ...BY_LINK,
  });
  return readOne<ConfirmedSubscription>(document)?.preferencesPath ?? null;
}

/** Reads only. A POST, so that the token stands in no log. */
export async function loadNewsletterPreferences(token: string): Promise<NewsletterPreferences | null> {
  const { document } = await request('POST', PREFERENCES, { body: documentOf({ token }), ...BY_LINK });
  return readOne<NewsletterPreferences>(document);
}

export async function changeNewsletterPreferences(
  token: string,
  change: NewsletterPreferencesChange,
): Promise<NewsletterPreferences | null> {
  const { document } = await request('PATCH', PREFERENCES, {
    body: documentOf({ token, ...change }),
    ...BY_LINK,
  });
  return readOne<NewsletterPreferences>(document);
}

export const publishedNewslettersAddress = (page: number, size: number): string =>
  addressOf(PUBLISHED, { 'page[number]': page, 'page[size]': size });

export const publishedNewsletterAddress = (id: string): string =>
  addressOf(pathOf('published_newsletters', id));

export async function loadPublishedNewsletters(
  address: string,
  signal: AbortSignal,
): Promise<Payload<PublishedNewsletter>> {
  const { document } = await get(address, { signal });
  return payloadOf<PublishedNewsletter>(document);
}
