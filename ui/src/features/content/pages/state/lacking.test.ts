import { expect, test } from 'vitest';
import type { Block, PageDocument } from './document.ts';
import { lackingIn } from './lacking.ts';
import { publicPath, slugOf } from './public-path.ts';

const page = (...blocks: [type: string, title: string][]): PageDocument => ({
  page: {},
  blocks: blocks.map(
    ([blockType, title], at): Block => ({
      key: `k${at}`,
      blockType,
      content: { title },
      ground: 'page',
      isHidden: false,
    }),
  ),
});

test('what the other language lacks is named: a block that is not there, a text that is the same', () => {
  const dutch = page(['SectionTitle', 'Over ons'], ['CallToAction', 'Doe mee'], ['SectionTitle', 'Bellen']);
  const english = page(['SectionTitle', 'About us'], ['SectionTitle', 'Bellen']);
  expect(lackingIn(dutch, english).map(({ block, reason }) => [block.content.title, reason])).toEqual([
    ['Doe mee', 'absent'],
    ['Bellen', 'same'],
  ]);
});

test.each([
  ['Over ons', 'over-ons'],
  ['Café “Het Praathuis”!', 'cafe-het-praathuis'],
  ["Foto's & video's", 'fotos-videos'],
  ['  --  ', ''],
])('the address of %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test.each([
  [{ slug: 'home', pageType: 'default', locale: 'nl' }, '/'],
  [{ slug: 'home', pageType: 'default', locale: 'en' }, '/en'],
  [{ slug: 'over-ons', pageType: 'success_story', locale: 'nl' }, '/over-ons'],
  [{ slug: 'feest', pageType: 'news', locale: 'en' }, '/en/nieuws/feest'],
])('visitors find %o', (page, path) => {
  expect(publicPath(page)).toBe(path);
});
