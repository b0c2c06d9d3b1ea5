import { expect, test } from 'vitest';
import type { Newsletter, NewsletterBlock } from '../../../../api/newsletter-calls.ts';
import {
  documentOf,
  firstWords,
  inputOf,
  MOST_BLOCKS,
  newBlock,
  sentBlocks,
  withAdded,
  withContent,
  withEnglish,
  withMoved,
  withoutBlock,
  withTexts,
} from './newsletter-document.ts';

const BLOCKS: readonly NewsletterBlock[] = [
  { type: 'heading', title: 'December' },
  { type: 'text', text: 'Dag {{ first_name }},' },
  { type: 'call', title: 'Kom', text: null, label: 'Ik kom', link: '/agenda' },
];
const newsletter = (more: Partial<Newsletter> = {}) =>
  ({
    title: 'Nieuwsbrief december',
    subject: 'December',
    preheader: null,
    blocks: BLOCKS,
    subjectEn: null,
    preheaderEn: null,
    blocksEn: null,
    segment: {
      audience: 'everyone',
      themeIds: [],
      city: null,
      km: null,
      language: null,
      activeDays: null,
      seenDays: null,
    },
    isArchived: false,
    ...more,
  }) as Newsletter;

const types = (of: { blocks: readonly { content: NewsletterBlock }[] }) =>
  of.blocks.map(({ content }) => content.type);

test('what is read is what is sent, without the names of blocks', () => {
  const { title, subject, preheader, blocks, subjectEn, preheaderEn, blocksEn, segment, isArchived } =
    newsletter();
  expect(inputOf(documentOf(newsletter()))).toEqual({
    title,
    subject,
    preheader,
    blocks,
    subjectEn,
    preheaderEn,
    blocksEn,
    segment,
    isArchived,
  });
});

test('an English version begins with the Dutch one, and is null once it goes', () => {
  const doc = withEnglish(documentOf(newsletter()));
  expect(inputOf(doc)).toMatchObject({ subjectEn: 'December', preheaderEn: null, blocksEn: BLOCKS });
  expect(doc.en?.blocks[0]?.key).not.toBe(doc.nl.blocks[0]?.key);
  const changed = withTexts(doc, 'en', (texts) => ({ ...texts, subject: 'In December' }));
  expect(inputOf(changed)).toMatchObject({ subject: 'December', subjectEn: 'In December' });
  expect(withEnglish(changed)).toBe(changed);
  expect(inputOf({ ...changed, en: null })).toMatchObject({ subjectEn: null, blocksEn: null });
});

test('blocks move, go and come; there is room for twenty', () => {
  const { nl } = documentOf(newsletter());
  const [first] = nl.blocks;
  if (!first) throw new Error('no block');
  expect(types(withMoved(nl, first.key, 2))).toEqual(['text', 'call', 'heading']);
  expect(withMoved(nl, first.key, -1)).toBe(nl);
  expect(types(withoutBlock(nl, first.key))).toEqual(['text', 'call']);
  expect(types(withAdded(nl, newBlock('picture'), 1))).toEqual(['heading', 'picture', 'text', 'call']);
  const changed = withContent(nl, first.key, { type: 'heading', title: 'Januari' });
  expect(changed.blocks[0]).toEqual({ key: first.key, content: { type: 'heading', title: 'Januari' } });
  const full = { ...nl, blocks: Array.from({ length: MOST_BLOCKS }, () => newBlock('text')) };
  expect(withAdded(full, newBlock('text'), 0)).toBe(full);
});

test('a picture is sent once it is chosen', () => {
  const { nl } = documentOf(newsletter());
  const waiting = withAdded(nl, newBlock('picture'), 0);
  expect(sentBlocks(waiting.blocks)).toHaveLength(3);
  const key = waiting.blocks[0]?.key ?? '';
  const chosen = withContent(waiting, key, { type: 'picture', uploadId: '8', alt: 'Een kerstboom' });
  expect(sentBlocks(chosen.blocks)).toHaveLength(4);
});

test.each([
  [{ type: 'text', text: '- **Dag** {{ first_name }}, [kom langs](/agenda)' } as const, 'Dag , kom langs'],
  [{ type: 'heading', title: 'Nu nodig' } as const, 'Nu nodig'],
  [{ type: 'picture', uploadId: '1', alt: 'Een kerstboom' } as const, 'Een kerstboom'],
])('the first words of %o', (content, words) => {
  expect(firstWords(content)).toBe(words);
});
