// Addresses of what a conversation is about. Pure.
import type { Conversation } from '../../api/conversation-calls.ts';

type About = Pick<Conversation, 'aboutType' | 'aboutId' | 'aboutSlug' | 'side'>;

/** Where the reader finds it: its public page, or the screen where they work with it. Null where they have none. */
export function aboutHref({ aboutType, aboutId, aboutSlug, side }: About): string | null {
  const slug = aboutSlug === null ? null : encodeURIComponent(aboutSlug);
  switch (aboutType) {
    case 'applications':
      return `/applications/${aboutId}`;
    case 'vacancies':
      return slug && `/vacancies/${slug}`;
    case 'organizations':
      if (side === 'center') return `/organizations/${aboutId}`;
      return slug && `/sociale-kaart/${slug}`;
    case 'activities':
      return slug && `/activiteitenkalender/${slug}`;
    case 'volunteer_profile_replies':
      return `/profile-replies?open=${aboutId}`;
    case 'student_links':
      return side === 'person' ? null : '/students';
    case 'users':
      return side === 'center' ? `/users/${aboutId}` : null;
    default:
      return null;
  }
}

const LINK = /\bhttps?:\/\/[^\s<>"'`]+/g;
/** What ends a sentence is no part of the address. */
const SENTENCE_END = /[.,;:!?)\]}]+$/;

export interface TextPart {
  text: string;
  href?: string;
}

/** The addresses in a message apart from its words. Only http and https are links. */
export function linkParts(body: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of body.matchAll(LINK)) {
    const address = found[0].replace(SENTENCE_END, '');
    if (!URL.canParse(address)) continue;
    if (found.index > from) parts.push({ text: body.slice(from, found.index) });
    parts.push({ text: address, href: address });
    from = found.index + address.length;
  }
  if (from < body.length) parts.push({ text: body.slice(from) });
  return parts;
}
