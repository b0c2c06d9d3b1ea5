// The calls of who reads pages and news: what a centre shows everybody.
import { call } from './calls.ts';
import type { Resource, WireDocument } from './jsonapi.ts';

/** A page as it was published last, or its draft for who has a link to it. */
export interface ReadPage extends Resource {
  title: string;
  slug: string;
  locale: 'nl' | 'en';
  pageType: 'default' | 'news' | 'success_story';
  pageLayout: 'wide' | 'narrow';
  showTitleOnPage: boolean;
  summary: string | null;
  featured: boolean;
  metaTitle: string | null;
  metaDescription: string | null;
  tags: readonly string[];
  authorName: string | null;
  imageUrl: string | null;
  imageAlt: string | null;
  /** An instant. */
  publishedAt: string;
}

export interface RelatedNews {
  title: string;
  /** With the prefix of its language. */
  path: string;
  summary: string | null;
  imageUrl: string | null;
  imageAlt: string | null;
  publishedAt: string;
}

export interface ReadPageMeta {
  path: string;
  /** The same page in the other language. */
  translationPath: string | null;
  isPreview: boolean;
  related: readonly RelatedNews[];
}

export interface ReadListMeta {
  total: number;
  page: number;
  pages: number;
}

export const PUBLISHED_CALLS = {
  pageBySlug: call('GET /pages/by_slug/{id}')<ReadPage, ReadPageMeta>(),
  publishedPages: call('GET /published_pages')<ReadPage, ReadListMeta>(),
} as const;

/** An answer with the blocks of a page. */
export type ReadDocument = WireDocument;
