// The calls of those who write pages and news, apart from the table that every first view carries.
import { call, type Meta, type Nothing } from './calls.ts';
import { request } from './client.ts';
import { type Resource, writeDocument } from './jsonapi.ts';
import { payloadOf } from './requests.ts';
import type { Page } from './schema.d.ts';

/** A field of a type of block: what may stand in it. */
export interface BlockField {
  name: string;
  kind: string;
  required: boolean;
  min?: number | null;
  max?: number | null;
  choices?: readonly string[] | null;
  /** Of each entry of a list. */
  fields?: readonly BlockField[] | null;
}

/** Its id is the name of the type. */
export interface BlockType extends Resource {
  group: string;
  isOffered: boolean;
  fields: readonly BlockField[];
}

export interface ContentBlock extends Resource {
  blockType: string;
  position: number;
  content: Readonly<Record<string, unknown>>;
  ground: string;
  isHidden: boolean;
  /** As visitors see it. */
  html: string;
}

export interface BlockInput {
  id?: string;
  blockType: string;
  content: Readonly<Record<string, unknown>>;
  ground: string;
  isHidden?: boolean;
}

/** A block as it would look, and what is wrong in it. */
export interface RenderedBlock {
  html: string;
  problems: readonly { field: string; code: string; text: string }[];
}

/** What an answer to `renderBlocks` holds: it is no document of resources. */
export const renderedIn = (document: object): readonly RenderedBlock[] =>
  (document as { blocks?: readonly RenderedBlock[] }).blocks ?? [];

export interface PageCheck extends Resource {
  blockId: string | null;
  field: string | null;
  code: string;
  /** Of the block, from 1. */
  position: number | null;
  severity: 'blocking' | 'confirm' | 'advice';
  text: string;
}

export interface PageVersion extends Resource {
  number: number;
  at: string;
  actorName: string | null;
  isPublished: boolean;
  title: string;
}

export interface PageVersionDetail extends Omit<PageVersion, 'title'> {
  /** Its attributes. */
  page: Readonly<Record<string, unknown>>;
  blocks: readonly BlockInput[];
}

/** Somebody else who has a page open to write on it. */
export interface PageColleague extends Resource {
  name: string;
  since: string;
}

/** Somebody to whom a page can be assigned. */
export interface PageManager {
  id: string;
  name: string;
}

/** What an answer to `pageManagers` holds: it is no document of resources. */
export const managersIn = (document: object): readonly PageManager[] =>
  (document as { data?: readonly PageManager[] }).data ?? [];

export const CONTENT_CALLS = {
  blockTypes: call('GET /content_block_types')<BlockType>(),
  pageBlocks: call('GET /pages/{id}/content_blocks')<ContentBlock>(),
  storeBlocks: call('PUT /pages/{id}/content_blocks')<
    ContentBlock,
    Meta,
    { blocks: readonly BlockInput[] }
  >(),
  addBlock: call('POST /pages/{id}/content_blocks', '')<ContentBlock, Meta, BlockInput>(),
  renderBlocks: call('POST /pages/{id}/render')<Resource, Meta, { blocks: readonly BlockInput[] }>(),
  pageChecks: call('GET /pages/{id}/checks')<PageCheck>(),
  publishPage: call('PUT /pages/{id}/publish')<Page, Meta, { confirmed: boolean }>(),
  unpublishPage: call('PUT /pages/{id}/unpublish')<Page, Meta, Nothing>(),
  restoreDeletedPage: call('PUT /pages/{id}/restore')<Page, Meta, Nothing>(),
  schedulePage: call('PUT /pages/{id}/schedule')<
    Page,
    Meta,
    { publishAt: string | null; unpublishAt: string | null; confirmed?: boolean }
  >(),
  notePagePresence: call('PUT /pages/{id}/presence')<PageColleague, Meta, { isLeaving?: boolean }>(),
  duplicatePage: call('POST /pages/{id}/duplicate')<Page, Meta, { locale?: string }>(),
  pageManagers: call('GET /pages/{id}/managers')<Resource, Meta, Nothing>(),
  assignPage: call('PUT /pages/{id}/assigned_to')<Page, Meta, { userIds: readonly string[] }>(),
  previewPage: call('POST /pages/{id}/preview_token')<
    Resource & { url: string; expiresAt: string },
    Meta,
    Nothing
  >(),
  pageVersions: call('GET /pages/{id}/versions')<PageVersion>(),
  pageVersion: call('GET /pages/{id}/versions/{number}')<PageVersionDetail>(),
  restorePage: call('POST /pages/{id}/versions/{number}/restore')<Resource, Meta, Nothing>(),
} as const;

/** Changes fields of a page; checked against a version where one is given. Gives the page and the version after it. */
export async function changePage(
  id: string,
  attributes: Readonly<Record<string, unknown>>,
  version?: string,
): Promise<{ page: Page | undefined; version: string }> {
  const { document, etag } = await request('PATCH', `/pages/${encodeURIComponent(id)}`, {
    body: writeDocument('pages', attributes, id),
    ifMatch: version,
  });
  return { page: payloadOf<Page>(document).items[0], version: etag ?? '' };
}
