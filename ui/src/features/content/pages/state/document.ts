// What the page editor holds: the fields of a page and its blocks in their order, and every step back and forward. Pure.

/** The content of a block: its fields by the names of the wire. */
export type Content = Readonly<Record<string, unknown>>;

export const GROUNDS = ['page', 'card', 'accent', 'dark'] as const;
export type Ground = (typeof GROUNDS)[number];

/** A page has at most so many blocks. */
export const MOST_BLOCKS = 40;

export interface Block {
  /** Its name in this editor, also before the server has given it an id. */
  readonly key: string;
  readonly blockType: string;
  readonly content: Content;
  readonly ground: Ground;
  readonly isHidden: boolean;
}

/** Fields of a page that save themselves; its address is changed apart. */
export type PageFields = Readonly<Record<string, unknown>>;

export interface PageDocument {
  readonly page: PageFields;
  readonly blocks: readonly Block[];
}

export const newKey = (): string => `n${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;

/** Added since the page was opened. */
export const isNew = (key: string): boolean => key.startsWith('n');

export const blockAt = (doc: PageDocument, key: string): Block | undefined =>
  doc.blocks.find((block) => block.key === key);

const placeOf = (doc: PageDocument, key: string): number =>
  doc.blocks.findIndex((block) => block.key === key);

const withBlocks = (doc: PageDocument, blocks: readonly Block[]): PageDocument => ({ ...doc, blocks });

export const isFull = (doc: PageDocument): boolean => doc.blocks.length >= MOST_BLOCKS;

/** A block at a place; at the end when the place is not there. Nothing happens on a full page. */
export function added(doc: PageDocument, block: Block, at: number): PageDocument {
  return isFull(doc) ? doc : withBlocks(doc, doc.blocks.toSpliced(Math.max(0, at), 0, block));
}

export function newBlock(blockType: string, content: Content = {}): Block {
  return { key: newKey(), blockType, content, ground: 'page', isHidden: false };
}

/** To the place `to` among the others. */
export function movedTo(doc: PageDocument, key: string, to: number): PageDocument {
  const from = placeOf(doc, key);
  const block = doc.blocks[from];
  const place = Math.min(Math.max(0, to), doc.blocks.length - 1);
  if (!block || place === from) return doc;
  return withBlocks(doc, doc.blocks.toSpliced(from, 1).toSpliced(place, 0, block));
}

export const movedBy = (doc: PageDocument, key: string, by: -1 | 1): PageDocument =>
  movedTo(doc, key, placeOf(doc, key) + by);

export function removed(doc: PageDocument, key: string): PageDocument {
  return withBlocks(
    doc,
    doc.blocks.filter((block) => block.key !== key),
  );
}

/** A copy below it, and the copy's key. */
export function duplicated(doc: PageDocument, key: string): [PageDocument, string] {
  const at = placeOf(doc, key);
  const block = doc.blocks[at];
  if (!block || isFull(doc)) return [doc, key];
  const copy = { ...block, key: newKey() };
  return [added(doc, copy, at + 1), copy.key];
}

export function changed(doc: PageDocument, key: string, part: Partial<Omit<Block, 'key'>>): PageDocument {
  return withBlocks(
    doc,
    doc.blocks.map((block) => (block.key === key ? { ...block, ...part } : block)),
  );
}

/** `cards.0.title` in a content. */
export function valueAt(content: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => {
    if (Array.isArray(part)) return part[Number(name)];
    return typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined;
  }, content);
}

/** The content with another value there; lists and objects on the way are made where there are none. */
export function withValue(content: Content, path: string, value: unknown): Content {
  return put(content, path.split('.'), value) as Content;
}

function put(part: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const next = (inner: unknown) => (rest.length === 0 ? value : put(inner, rest, value));
  if (Array.isArray(part) || (part === undefined && /^\d+$/.test(name))) {
    const list = (part ?? []) as readonly unknown[];
    const at = Number(name);
    return at < list.length ? list.with(at, next(list[at])) : [...list, next(undefined)];
  }
  const object = (part ?? {}) as Record<string, unknown>;
  if (rest.length === 0 && value === undefined) {
    const { [name]: _gone, ...others } = object;
    return others;
  }
  return { ...object, [name]: next(object[name]) };
}

const TAGS = /<[^>]*>/g;

/** The first words of a block, by which people know it. */
export function firstWords(content: Content, most = 60): string {
  const text = wordsIn(content).trim().replace(/\s+/g, ' ');
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}

/** Addresses, choices and numbers are no words. */
const WORDS = ['title', 'heading', 'quote', 'text', 'label', 'name'];

function wordsIn(content: unknown): string {
  if (Array.isArray(content)) return content.map(wordsIn).find((words) => words !== '') ?? '';
  if (typeof content !== 'object' || content === null) return '';
  const fields = content as Record<string, unknown>;
  for (const name of WORDS) {
    const value = fields[name];
    if (typeof value === 'string' && value.replace(TAGS, '').trim() !== '') return value.replace(TAGS, ' ');
  }
  const inner = Object.values(fields).map((value) => (Array.isArray(value) ? wordsIn(value) : ''));
  return inner.find((words) => words !== '') ?? '';
}

export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

const isSameBlock = (one: Block, other: Block): boolean => isSame({ ...one, key: '' }, { ...other, key: '' });

/** Both of them: what one changed since `base` stands as that one left it; what both changed stands in twofold. */
export function merged(
  base: PageDocument,
  mine: PageDocument,
  theirs: PageDocument,
  idOf: (key: string) => string | undefined,
): PageDocument {
  const nameOf = (block: Block): string => idOf(block.key) ?? block.key;
  const byName = ({ blocks }: PageDocument) => new Map(blocks.map((block) => [nameOf(block), block]));
  const [before, own, other] = [byName(base), byName(mine), byName(theirs)];
  const blocks: Block[] = [];
  const copies = new Set<string>();
  for (const block of mine.blocks) {
    const name = nameOf(block);
    const [was, their] = [before.get(name), other.get(name)];
    const isMine = !was || !isSameBlock(block, was);
    // A block that the colleague deleted and that is unchanged here is deleted.
    if (!their && !isMine) continue;
    const isTheirs = their !== undefined && (!was || !isSameBlock(their, was));
    if (!isMine && their) blocks.push({ ...their, key: block.key });
    else blocks.push(block);
    if (isMine && isTheirs && their && !isSameBlock(block, their)) {
      const copy = { ...their, key: newKey() };
      copies.add(copy.key);
      blocks.push(copy);
    }
  }
  for (const [at, block] of theirs.blocks.entries()) {
    const name = nameOf(block);
    if (own.has(name)) continue;
    const was = before.get(name);
    // A block deleted here stays deleted, unless the colleague changed it.
    if (was && isSameBlock(was, block)) continue;
    const ahead = theirs.blocks[at - 1];
    let after = ahead ? blocks.findIndex((each) => nameOf(each) === nameOf(ahead)) : -1;
    while (after !== -1 && copies.has(blocks[after + 1]?.key ?? '')) after += 1;
    blocks.splice(ahead && after === -1 ? blocks.length : after + 1, 0, block);
  }
  const changedHere = Object.entries(mine.page).filter(([name, value]) => !isSame(base.page[name], value));
  return { page: { ...theirs.page, ...Object.fromEntries(changedHere) }, blocks };
}

/** The texts of a block, the one under the other. */
export function textsOf(content: unknown): string {
  if (Array.isArray(content)) return content.map(textsOf).filter(Boolean).join('\n');
  if (typeof content !== 'object' || content === null) return '';
  return Object.entries(content)
    .map(([name, value]) =>
      typeof value !== 'string'
        ? textsOf(value)
        : NO_TEXT.has(name)
          ? ''
          : value
              .replace(/<\/(?:p|li|h[2-4]|tr)>/g, '\n')
              .replace(/<\/t[dh]>/g, ' | ')
              .replace(TAGS, '')
              .replace(/&nbsp;/g, ' ')
              .replace(/&lt;/g, '<')
              .replace(/&gt;/g, '>')
              .replace(/&amp;/g, '&')
              .trim(),
    )
    .filter(Boolean)
    .join('\n');
}

/** Names of pictures, choices and references. */
const NO_TEXT = new Set([
  ...[
    'upload_id',
    'stock',
    'url',
    'page_id',
    'href',
    'form',
    'style',
    'icon',
    'look',
    'align',
    'source',
    'width',
  ],
  ...['picture_side', 'video'],
]);

/** What differs between two of them, for whoever has to choose. */
export interface Difference {
  kind: 'added' | 'removed' | 'changed' | 'moved' | 'page';
  /** Of a block, as they have it. */
  block?: Block;
  /** The same block as it is here. */
  own?: Block;
  /** Of a page. */
  field?: string;
}

/** What `theirs` has other than `mine`; blocks are the same where `idOf` says so. */
export function differences(
  mine: PageDocument,
  theirs: PageDocument,
  idOf: (key: string) => string | undefined,
): readonly Difference[] {
  const nameOf = (block: Block): string => idOf(block.key) ?? block.key;
  const own = new Map(mine.blocks.map((block) => [nameOf(block), block]));
  const other = new Map(theirs.blocks.map((block) => [nameOf(block), block]));
  const found: Difference[] = [];
  for (const [name, block] of other) {
    const known = own.get(name);
    if (!known) found.push({ kind: 'added', block });
    else if (!isSame({ ...known, key: '' }, { ...block, key: '' }))
      found.push({ kind: 'changed', block, own: known });
  }
  for (const [name, block] of own) if (!other.has(name)) found.push({ kind: 'removed', block });
  const common = (list: readonly Block[], has: ReadonlyMap<string, Block>): string[] =>
    list.map(nameOf).filter((name) => has.has(name));
  if (!isSame(common(mine.blocks, other), common(theirs.blocks, own))) found.push({ kind: 'moved' });
  for (const [field, value] of Object.entries(theirs.page)) {
    if (!isSame(mine.page[field] ?? null, value ?? null)) found.push({ kind: 'page', field });
  }
  return found;
}
