// The calls of menus, files and stock images, asked of a real server.
import { createResource, listResource, send } from '../api/requests.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';
import { type CallCase, refused } from './call-case.ts';

async function firstStockImage(): Promise<string> {
  const { items } = await listResource('stock_images', { page: { size: 1 } });
  return items[0]?.id ?? '';
}

export const SITE_CASES = {
  systemPages: { as: 'centrum', ask: async () => send(STAFF_CALLS.systemPages, {}) },
  arrangeMenus: {
    as: 'centrum',
    ask: async () => {
      await createResource('menu_items', { name: 'Zoeken', systemPage: 'search' });
      const { items } = await listResource('menu_items', { page: { size: 200 } });
      await send(STAFF_CALLS.arrangeMenus, { body: { tree: items.map(({ id }) => ({ id })).reverse() } });
    },
  },
  // A document is sent by a browser; menus.spec.ts does.
  uploadUsages: {
    as: 'centrum',
    ask: () => refused(send(STAFF_CALLS.uploadUsages, { id: '999999' }), 'not_found'),
  },
  stockImageUsages: {
    as: 'centrum',
    ask: async () => send(STAFF_CALLS.stockImageUsages, { id: await firstStockImage() }),
  },
  bringStarterSet: { as: 'centrum', ask: async () => send(STAFF_CALLS.bringStarterSet, {}) },
} satisfies Record<string, CallCase>;
