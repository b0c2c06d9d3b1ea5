// A newsletter in the language of its reader, or else in Dutch, in which each is written. Pure.
import type { PublishedNewsletter } from '../../api/newsletter-subscription-calls.ts';
import type { Language } from '../../lib/locale/language.ts';

export interface IssueText {
  subject: string;
  preheader: string | null;
  html: string;
  /** Where it is not that of the reader. */
  lang: Language | undefined;
}

export function issueText(issue: PublishedNewsletter, reader: Language): IssueText {
  const { subject, subjectEn, preheader, preheaderEn, html, htmlEn } = issue;
  if (reader === 'en' && htmlEn !== null)
    return { subject: subjectEn ?? subject, preheader: preheaderEn, html: htmlEn, lang: undefined };
  return { subject, preheader, html, lang: reader === 'nl' ? undefined : 'nl' };
}
