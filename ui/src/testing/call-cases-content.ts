// The calls about pages: writing one, putting it online, its versions, and what visitors read of it.
import { CONTENT_CALLS, managersIn, renderedIn } from '../api/content-calls.ts';
import { PUBLISHED_CALLS } from '../api/published-calls.ts';
import { createResource, readResource, removeResource, send } from '../api/requests.ts';
import { aPerson, type CallCase, first, holds, refused } from './call-case.ts';

const TITLE = { blockType: 'SectionTitle', content: { title: 'Een kop' }, ground: 'page' };

let made = 0;

async function aPage(more: object = {}): Promise<string> {
  made += 1;
  const page = await createResource('pages', { title: `Een pagina ${made}`, ...more } as never);
  return page.id;
}

async function aFilledPage(): Promise<string> {
  const id = await aPage();
  await send(CONTENT_CALLS.addBlock, { id, body: TITLE });
  // Who publishes it says which version was read.
  await readResource('pages', id);
  return id;
}

async function anOnlinePage(): Promise<string> {
  const id = await aFilledPage();
  await send(CONTENT_CALLS.publishPage, { id, body: { confirmed: false }, isChecked: true });
  return id;
}

function expects(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`expected ${what}`);
}

export const CONTENT_CASES = {
  blockTypes: {
    as: 'centrum',
    ask: () => holds(send(CONTENT_CALLS.blockTypes), 'group', 'isOffered', 'fields'),
  },
  addBlock: {
    as: 'centrum',
    ask: async () =>
      holds(send(CONTENT_CALLS.addBlock, { id: await aPage(), body: TITLE }), 'blockType', 'html', 'ground'),
  },
  pageBlocks: {
    as: 'centrum',
    ask: async () =>
      holds(send(CONTENT_CALLS.pageBlocks, { id: await aFilledPage() }), 'blockType', 'content', 'html'),
  },
  storeBlocks: {
    as: 'centrum',
    ask: async () => {
      const id = await aPage();
      const { items, headers } = await send(CONTENT_CALLS.storeBlocks, {
        id,
        body: { blocks: [TITLE, { ...TITLE, isHidden: true }] },
        isChecked: true,
      });
      expects(
        items.length === 2 && first(items).html.includes('Een kop'),
        'both blocks, as visitors see them',
      );
      expects((headers.get('ETag') ?? '') !== '', 'the version of the page');
    },
  },
  renderBlocks: {
    as: 'centrum',
    ask: async () => {
      const body = { blocks: [TITLE, { ...TITLE, content: {} }] };
      const { document } = await send(CONTENT_CALLS.renderBlocks, { id: await aPage(), body });
      const [full, empty] = renderedIn(document);
      expects(
        full?.html.includes('Een kop') === true && full.problems.length === 0,
        'a block without problems',
      );
      expects(empty?.problems[0]?.code === 'required', 'what is missing in the empty one');
    },
  },
  pageChecks: {
    as: 'centrum',
    ask: async () => holds(send(CONTENT_CALLS.pageChecks, { id: await aPage() }), 'code', 'severity', 'text'),
  },
  pageManagers: {
    as: 'centrum',
    ask: async () => {
      const { document } = await send(CONTENT_CALLS.pageManagers, { id: await aPage() });
      expects(managersIn(document).length === 0, 'that the demo has no page managers');
    },
  },
  assignPage: {
    as: 'centrum',
    ask: async () => {
      const id = await aPage();
      const { item } = await send(CONTENT_CALLS.assignPage, { id, body: { userIds: [] } });
      expects(item?.assignedTo.length === 0 && item.managerNames.length === 0, 'a page of nobody');
      await refused(send(CONTENT_CALLS.assignPage, { id, body: { userIds: [await aPerson()] } }), 'invalid');
    },
  },
  publishPage: {
    as: 'centrum',
    ask: async () => {
      const { item } = await send(CONTENT_CALLS.publishPage, {
        id: await aFilledPage(),
        body: { confirmed: false },
        isChecked: true,
      });
      expects(item?.isPublished === true && item.status === 'published', 'a page that is online');
    },
  },
  unpublishPage: {
    as: 'centrum',
    ask: async () => {
      const { item } = await send(CONTENT_CALLS.unpublishPage, { id: await anOnlinePage() });
      expects(item?.isPublished === false, 'a page that is offline');
    },
  },
  restoreDeletedPage: {
    as: 'centrum',
    ask: async () => {
      const id = await anOnlinePage();
      await removeResource('pages', id);
      const { item } = await send(CONTENT_CALLS.restoreDeletedPage, { id });
      expects(item?.status === 'published' && item.restorableUntil === null, 'a page as it was');
    },
  },
  schedulePage: {
    as: 'centrum',
    ask: async () => {
      const publishAt = new Date(Date.now() + 3_600_000).toISOString();
      const { item } = await send(CONTENT_CALLS.schedulePage, {
        id: await aFilledPage(),
        body: { publishAt, unpublishAt: null },
        isChecked: true,
      });
      expects(item?.status === 'scheduled' && item.publishAt !== null, 'a page that waits');
    },
  },
  duplicatePage: {
    as: 'centrum',
    ask: async () => {
      const id = await aFilledPage();
      const { item } = await send(CONTENT_CALLS.duplicatePage, { id, body: { locale: 'en' } });
      expects(item?.locale === 'en' && item.translationId === id, 'a translation');
    },
  },
  notePagePresence: {
    as: 'centrum',
    ask: async () => {
      const { items } = await send(CONTENT_CALLS.notePagePresence, { id: await aFilledPage(), body: {} });
      expects(items.length === 0, 'nobody else in a new page');
    },
  },
  previewPage: {
    as: 'centrum',
    ask: async () => holds(send(CONTENT_CALLS.previewPage, { id: await aFilledPage() }), 'url', 'expiresAt'),
  },
  pageVersions: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(CONTENT_CALLS.pageVersions, { id: await anOnlinePage() }),
        'number',
        'at',
        'isPublished',
        'title',
      ),
  },
  pageVersion: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(CONTENT_CALLS.pageVersion, { id: await anOnlinePage(), number: '1' }),
        'number',
        'page',
        'blocks',
      ),
  },
  restorePage: {
    as: 'centrum',
    ask: async () => {
      await send(CONTENT_CALLS.restorePage, { id: await anOnlinePage(), number: '1' });
    },
  },
  pageBySlug: {
    as: 'nobody',
    ask: () =>
      holds(
        send(PUBLISHED_CALLS.pageBySlug, { id: 'home', query: { locale: 'nl' } as never }),
        'title',
        'slug',
      ),
  },
} satisfies Record<string, CallCase>;
