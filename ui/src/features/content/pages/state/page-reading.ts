// A page with its blocks as the server has them now, and how the editor's calls reach it.
import { CONTENT_CALLS, type ContentBlock, changePage } from '../../../../api/content-calls.ts';
import { readPayload, send } from '../../../../api/requests.ts';
import type { Page } from '../../../../api/schema.d.ts';
import { type Block, GROUNDS, type Ground, type PageDocument, type PageFields } from './document.ts';
import type { SentBlock, Transport } from './save-queue.ts';

/** What saves itself with the blocks. The address has a button of its own: each one leaves a redirect. */
export const OWN_FIELDS = [
  'title',
  'pageLayout',
  'pageType',
  'showTitleOnPage',
  'summary',
  'featured',
  'metaTitle',
  'metaDescription',
  'ogTitle',
  'ogDescription',
  'ogImageId',
  'tags',
  'authorName',
  'imageId',
  'imageStock',
  'imageAlt',
] as const;

export interface ReadPage {
  page: Page;
  version: string;
  doc: PageDocument;
  ids: ReadonlyMap<string, string>;
  html: ReadonlyMap<string, string>;
}

export async function readPage(id: string, signal?: AbortSignal): Promise<ReadPage> {
  const options = { fresh: true, ...(signal ? { signal } : {}) };
  const { items, etag = '' } = await readPayload('pages', id, {}, options);
  const page = items[0] as Page;
  // Those of a page that was removed are not shown.
  const { items: blocks } =
    page.status === 'deleted' ? { items: [] } : await send(CONTENT_CALLS.pageBlocks, { id, ...options });
  return {
    page,
    version: etag,
    doc: { page: fieldsOf(page), blocks: blocks.map(blockOf) },
    ids: new Map(blocks.map((block) => [keyOf(block), block.id])),
    html: new Map(blocks.map((block) => [keyOf(block), block.html])),
  };
}

const keyOf = ({ id }: ContentBlock): string => `b${id}`;

export function blockOf(block: ContentBlock): Block {
  const { blockType, content, ground, isHidden } = block;
  return { key: keyOf(block), blockType, content: content ?? {}, ground: groundOf(ground), isHidden };
}

export const groundOf = (ground: string): Ground => GROUNDS.find((each) => each === ground) ?? 'page';

export function fieldsOf(page: Page): PageFields {
  const all = page as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(OWN_FIELDS.map((name) => [name, all[name] ?? null]));
}

export function transportOf(id: string, onPage: (page: Page) => void): Transport {
  return {
    savePage: async (fields, known) => {
      const { page, version } = await changePage(id, fields, known);
      if (page) onPage(page);
      return { version };
    },
    saveBlocks: async (blocks: readonly SentBlock[], version) => {
      const { items, headers } = await send(CONTENT_CALLS.storeBlocks, {
        id,
        body: { blocks },
        headers: { 'If-Match': version },
      });
      return {
        version: headers.get('ETag') ?? '',
        blocks: items.map((block) => ({ id: block.id, html: block.html })),
      };
    },
  };
}
