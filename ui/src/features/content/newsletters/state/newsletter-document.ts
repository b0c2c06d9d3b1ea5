// What the editor of a newsletter holds: its texts and blocks in both languages, and who gets it. Pure.
import type {
  Newsletter,
  NewsletterBlock,
  NewsletterBlockType,
  NewsletterInput,
  NewsletterLocale,
  NewsletterSegment,
} from '../../../../api/newsletter-calls.ts';
import { newKey, type PageDocument } from '../../pages/state/document.ts';

/** A mail has at most so many blocks. */
export const MOST_BLOCKS = 20;

export const BLOCK_TYPES = ['heading', 'text', 'picture', 'vacancies', 'activities', 'call'] as const;

/** In the markup of mails; filled in for each reader. */
export const FIRST_NAME = '{{ first_name }}';

export interface MailBlock {
  /** Its name in this editor. */
  readonly key: string;
  readonly content: NewsletterBlock;
}

/** The texts of one language. */
export interface MailTexts {
  readonly subject: string;
  readonly preheader: string;
  readonly blocks: readonly MailBlock[];
}

export interface NewsletterDocument {
  readonly title: string;
  readonly nl: MailTexts;
  /** Null: everybody gets Dutch. */
  readonly en: MailTexts | null;
  readonly segment: NewsletterSegment;
  readonly isArchived: boolean;
}

const EMPTY: Readonly<Record<NewsletterBlockType, NewsletterBlock>> = {
  heading: { type: 'heading', title: '' },
  text: { type: 'text', text: '' },
  picture: { type: 'picture', uploadId: '', alt: '' },
  vacancies: { type: 'vacancies', title: '' },
  activities: { type: 'activities', title: '' },
  call: { type: 'call', title: '', text: null, label: '', link: '' },
};

/** A new block; what fills itself has a heading to begin with. */
export const newBlock = (type: NewsletterBlockType, title = ''): MailBlock => ({
  key: newKey(),
  content: type === 'vacancies' || type === 'activities' ? { type, title } : EMPTY[type],
});

/** The server describes one block with the fields of all types; it sends those of its own. */
const keyed = (blocks: Newsletter['blocks']): MailBlock[] =>
  blocks.map((content) => ({ key: newKey(), content: content as NewsletterBlock }));

export const documentOf = (of: Newsletter): NewsletterDocument => ({
  title: of.title,
  nl: { subject: of.subject, preheader: of.preheader ?? '', blocks: keyed(of.blocks) },
  en:
    of.blocksEn === null
      ? null
      : { subject: of.subjectEn ?? '', preheader: of.preheaderEn ?? '', blocks: keyed(of.blocksEn) },
  segment: of.segment as NewsletterSegment,
  isArchived: of.isArchived,
});

/** As the server takes it: without what is only of this editor. A picture that is not chosen yet is not sent. */
const contentsOf = (blocks: readonly MailBlock[]): NewsletterBlock[] =>
  sentBlocks(blocks).map(({ content }) => content);

/** In the order of what is sent, so that an error finds its block. */
export const sentBlocks = (blocks: readonly MailBlock[]): readonly MailBlock[] =>
  blocks.filter(({ content }) => content.type !== 'picture' || content.uploadId !== '');

export function inputOf({
  title,
  nl,
  en,
  segment,
  isArchived,
}: NewsletterDocument): Required<NewsletterInput> {
  return {
    title: title.trim(),
    subject: nl.subject,
    preheader: nl.preheader || null,
    blocks: contentsOf(nl.blocks),
    subjectEn: en?.subject ?? null,
    preheaderEn: en?.preheader || null,
    blocksEn: en && contentsOf(en.blocks),
    segment,
    isArchived,
  };
}

/** For the queue that saves: each attribute by its name. */
export const storedAs = (document: NewsletterDocument): PageDocument => ({
  page: { ...inputOf(document) },
  blocks: [],
});

export const textsOf = (document: NewsletterDocument, locale: NewsletterLocale): MailTexts =>
  (locale === 'en' ? document.en : null) ?? document.nl;

export function withTexts(
  document: NewsletterDocument,
  locale: NewsletterLocale,
  change: (texts: MailTexts) => MailTexts,
): NewsletterDocument {
  if (locale === 'nl') return { ...document, nl: change(document.nl) };
  return document.en ? { ...document, en: change(document.en) } : document;
}

/** Begins with the Dutch texts, to be translated. */
export const withEnglish = (document: NewsletterDocument): NewsletterDocument =>
  document.en
    ? document
    : {
        ...document,
        en: { ...document.nl, blocks: document.nl.blocks.map(({ content }) => ({ key: newKey(), content })) },
      };

export const isFull = ({ blocks }: MailTexts): boolean => blocks.length >= MOST_BLOCKS;

export function withAdded(texts: MailTexts, block: MailBlock, at: number): MailTexts {
  return isFull(texts) ? texts : { ...texts, blocks: texts.blocks.toSpliced(Math.max(0, at), 0, block) };
}

export const withoutBlock = (texts: MailTexts, key: string): MailTexts => ({
  ...texts,
  blocks: texts.blocks.filter((block) => block.key !== key),
});

export const withContent = (texts: MailTexts, key: string, content: NewsletterBlock): MailTexts => ({
  ...texts,
  blocks: texts.blocks.map((block) => (block.key === key ? { ...block, content } : block)),
});

/** To the place `to` among the others. */
export function withMoved(texts: MailTexts, key: string, to: number): MailTexts {
  const { blocks } = texts;
  const from = blocks.findIndex((block) => block.key === key);
  const block = blocks[from];
  const place = Math.min(Math.max(0, to), blocks.length - 1);
  if (!block || place === from) return texts;
  return { ...texts, blocks: blocks.toSpliced(from, 1).toSpliced(place, 0, block) };
}

/** The first words of a block, by which people know it. */
export function firstWords(content: NewsletterBlock, most = 60): string {
  const whole =
    content.type === 'text' ? content.text : content.type === 'picture' ? content.alt : content.title;
  const text = whole
    .replaceAll(/\{\{.*?\}\}|\*\*|^[->] /gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
