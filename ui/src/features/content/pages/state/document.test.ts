import { describe, expect, test } from 'vitest';
import { back, begun, forward, withStep } from '../../../../lib/unsaved/history.ts';
import {
  added,
  type Block,
  changed,
  differences,
  duplicated,
  firstWords,
  MOST_BLOCKS,
  merged,
  movedBy,
  movedTo,
  type PageDocument,
  removed,
  textsOf,
  valueAt,
  withValue,
} from './document.ts';

const block = (key: string, content = {}): Block => ({
  key,
  blockType: 'SectionTitle',
  content,
  ground: 'page',
  isHidden: false,
});
const page = (...keys: string[]): PageDocument => ({
  page: { title: 'Over ons' },
  blocks: keys.map((key) => block(key)),
});
const keys = (doc: PageDocument): string => doc.blocks.map(({ key }) => key).join('');

describe('blocks of a page', () => {
  test('are added where they land', () => {
    expect(keys(added(page('a', 'b'), block('n'), 1))).toBe('anb');
    expect(keys(added(page('a', 'b'), block('n'), 9))).toBe('abn');
    const full = page(...Array.from({ length: MOST_BLOCKS }, (_, at) => `${at};`));
    expect(added(full, block('n'), 0)).toBe(full);
  });
  test('are moved, and stay within the page', () => {
    expect(keys(movedBy(page('a', 'b', 'c'), 'a', 1))).toBe('bac');
    expect(keys(movedBy(page('a', 'b', 'c'), 'a', -1))).toBe('abc');
    expect(keys(movedTo(page('a', 'b', 'c'), 'a', 2))).toBe('bca');
    expect(keys(movedTo(page('a', 'b', 'c'), 'c', 0))).toBe('cab');
    expect(keys(movedTo(page('a', 'b'), 'x', 0))).toBe('ab');
  });
  test('are copied below, hidden and removed', () => {
    const [doc, copy] = duplicated(page('a', 'b'), 'a');
    expect(doc.blocks.map(({ key }) => key)).toEqual(['a', copy, 'b']);
    expect(changed(doc, 'b', { isHidden: true }).blocks.map(({ isHidden }) => isHidden)).toEqual([
      false,
      false,
      true,
    ]);
    expect(keys(removed(page('a', 'b'), 'a'))).toBe('b');
  });
});

test('a value deep in a content is read, put and taken away', () => {
  const content = { cards: [{ title: 'Een' }, { title: 'Twee' }] };
  expect(valueAt(content, 'cards.1.title')).toBe('Twee');
  expect(valueAt(content, 'cards.7.title')).toBeUndefined();
  expect(withValue(content, 'cards.1.title', 'Drie')).toEqual({
    cards: [{ title: 'Een' }, { title: 'Drie' }],
  });
  expect(withValue({}, 'cards.0.title', 'Een')).toEqual({ cards: [{ title: 'Een' }] });
  expect(withValue({ picture: { alt: 'x' }, title: 'y' }, 'picture', undefined)).toEqual({ title: 'y' });
  expect(content.cards[1]?.title).toBe('Twee');
});

test('a block is known by its first words', () => {
  expect(firstWords({ ground: 'x', title: 'Zo gaat het' })).toBe('Zo gaat het');
  expect(firstWords({ text: '<p>Hoi <b>daar</b></p>' })).toBe('Hoi daar');
  expect(firstWords({ cards: [{ picture: {} }, { title: 'Kaart' }] })).toBe('Kaart');
  expect(firstWords({ link: { href: '/x' } })).toBe('');
});

describe('steps', () => {
  test('go back and forward; another change ends what was ahead', () => {
    let steps = begun(page('a'));
    steps = withStep(steps, page('a', 'b'));
    steps = withStep(steps, page('a', 'b', 'c'));
    expect(keys(back(steps).now)).toBe('ab');
    expect(keys(back(back(back(steps))).now)).toBe('a');
    expect(keys(forward(back(steps)).now)).toBe('abc');
    expect(forward(withStep(back(steps), page('x'))).now.blocks[0]?.key).toBe('x');
  });
  test('typing in one field is one step until a pause', () => {
    let steps = begun(page('a'));
    steps = withStep(steps, { ...page('a'), page: { title: 'O' } }, 'title', 0);
    steps = withStep(steps, { ...page('a'), page: { title: 'Ov' } }, 'title', 900);
    steps = withStep(steps, { ...page('a'), page: { title: 'Ove' } }, 'title', 4000);
    expect(steps.past.map((doc) => doc.page.title)).toEqual(['Over ons', 'Ov']);
  });
  test('what changes nothing is no step', () => {
    const steps = begun(page('a'));
    expect(withStep(steps, page('a'))).toBe(steps);
  });
});

test('what a colleague changed is named', () => {
  const mine = { page: { title: 'Over ons' }, blocks: [block('1'), block('2', { title: 'x' }), block('n')] };
  const theirs = {
    page: { title: 'Wie wij zijn' },
    blocks: [block('2', { title: 'y' }), block('1'), block('3')],
  };
  const found = differences(mine, theirs, (key) => key);
  expect(found.map(({ kind, block: of, field }) => [kind, of?.key ?? field])).toEqual([
    ['changed', '2'],
    ['added', '3'],
    ['removed', 'n'],
    ['moved', undefined],
    ['page', 'title'],
  ]);
});

describe('two people at one page', () => {
  const doc = (title: string, ...blocks: Block[]): PageDocument => ({ page: { title }, blocks });
  const text = (key: string, words: string) => block(key, { title: words });
  const idOf = (key: string) => (key.startsWith('n') ? undefined : key);
  const said = ({ blocks }: PageDocument) => blocks.map(({ content }) => content.title);

  test('keep what either of them did', () => {
    const base = doc('Oud', text('b1', 'een'), text('b2', 'twee'), text('b3', 'drie'), text('b4', 'vier'));
    const mine = doc(
      'Oud',
      text('b1', 'een van mij'),
      text('b2', 'twee'),
      text('b4', 'vier'),
      text('n1', 'nieuw'),
    );
    const theirs = doc(
      'Van hen',
      text('b1', 'een'),
      text('b2', 'twee van hen'),
      text('b9', 'erbij'),
      text('b3', 'drie'),
      text('b4', 'vier'),
    );
    const both = merged(base, mine, theirs, idOf);
    expect(said(both)).toEqual(['een van mij', 'twee van hen', 'erbij', 'vier', 'nieuw']);
    expect(both.page).toEqual({ title: 'Van hen' });
  });

  test('have what both of them changed in twofold, and what one took away while the other went on with it', () => {
    const base = doc('Oud', text('b1', 'een'), text('b2', 'twee'), text('b3', 'drie'));
    const mine = doc('Van mij', text('b1', 'mijn een'), text('b2', 'twee van mij'));
    const theirs = doc('Van hen', text('b1', 'hun een'), text('b3', 'drie van hen'));
    const both = merged(base, mine, theirs, idOf);
    expect(said(both)).toEqual(['mijn een', 'hun een', 'drie van hen', 'twee van mij']);
    expect(new Set(both.blocks.map(({ key }) => key)).size).toBe(4);
    expect(both.page).toEqual({ title: 'Van mij' });
  });

  test('see the texts of a block, and no addresses or choices', () => {
    const content = {
      title: 'Kop',
      text: '<p>Een &amp; <strong>twee</strong></p><table><tr><td>a</td><td>b</td></tr></table>',
      picture: { upload_id: '4', alt: 'Een tuin' },
      buttons: [{ style: 'primary', link: { href: '/x', label: 'Verder' } }],
    };
    expect(textsOf(content)).toBe('Kop\nEen & twee\na | b |\nEen tuin\nVerder');
  });
});
