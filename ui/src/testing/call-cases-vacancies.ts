// The calls about writing, moderating and bulk-editing vacancies.
import { createResource, send } from '../api/requests.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';
import { aDraft, aVacancy, type CallCase, first, holds, refused, says } from './call-case.ts';

type Name =
  | 'reviewHints'
  | 'writingHints'
  | 'moderationPreview'
  | 'vacancyStatistics'
  | 'moderation'
  | 'beginBulkEdit'
  | 'rehearseBulkEdit'
  | 'undoBulkEdit'
  | 'readVacancySource'
  | 'makeApiKey'
  | 'revokeApiKey';

const edit = async (dryRun: boolean) => ({
  body: { ids: [await aDraft()], attributes: { contact_phone_visible: true }, dryRun },
});

/** A key for what is public: a session of a test has just begun, and needs no password. */
const madeKey = () => {
  const expiresOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const body = { name: 'Proef', scopes: ['read_public' as const], expiresOn };
  return send(STAFF_CALLS.makeApiKey, { body });
};

export const VACANCY_CASES: Readonly<Record<Name, CallCase>> = {
  reviewHints: {
    as: 'centrum',
    ask: async () => says(send(STAFF_CALLS.reviewHints, { id: await aVacancy() }), 'hints', 'criteria'),
  },
  writingHints: {
    as: 'organisatie',
    ask: async () => {
      const body = {
        title: '',
        summary: '',
        description: '',
        requirements: [],
        offer: 'Een salaris.',
        expenses: '',
      };
      await says(send(STAFF_CALLS.writingHints, { body }), 'hints');
    },
  },
  moderationPreview: {
    as: 'centrum',
    ask: async () => {
      const { items } = await send(STAFF_CALLS.moderation, { query: { 'filter[kind_eq]': 'vacancy' } });
      const body = { event: 'refuse', message: 'Dit is betaald werk.' };
      await holds(send(STAFF_CALLS.moderationPreview, { id: first(items).id, body }), 'subject', 'text');
    },
  },
  vacancyStatistics: {
    as: 'centrum',
    ask: async () =>
      says(
        send(STAFF_CALLS.vacancyStatistics, { id: await aVacancy() }),
        'views',
        'applications',
        'accepted',
        'conversion',
        'responseDays',
        'favorites',
        'days',
      ),
  },
  moderation: { as: 'centrum', ask: () => holds(send(STAFF_CALLS.moderation), 'id') },
  beginBulkEdit: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(STAFF_CALLS.beginBulkEdit, await edit(false)),
        'state',
        'total',
        'processed',
        'changed',
        'failed',
        'undoUntil',
      ),
  },
  rehearseBulkEdit: {
    as: 'organisatie',
    ask: async () =>
      says(
        send(STAFF_CALLS.rehearseBulkEdit, await edit(true)),
        'total',
        'processed',
        'changed',
        'unchanged',
        'failed',
        'items',
      ),
  },
  undoBulkEdit: {
    as: 'organisatie',
    ask: async () => {
      const { item } = await send(STAFF_CALLS.beginBulkEdit, await edit(false));
      await send(STAFF_CALLS.undoBulkEdit, { id: item?.id ?? '' });
      await refused(send(STAFF_CALLS.undoBulkEdit, { id: item?.id ?? '' }), 'invalid_transition');
    },
  },
  readVacancySource: {
    as: 'admin',
    ask: async () => {
      const made = await createResource('vacancy_sources', { url: 'https://partner.example.org/v.json' });
      return holds(send(STAFF_CALLS.readVacancySource, { id: made.id }), 'url', 'paused', 'nextAt');
    },
  },
  makeApiKey: {
    as: 'centrum',
    ask: async () => {
      const { item, meta } = await madeKey();
      if (!meta?.secret?.startsWith(item?.prefix ?? 'vk_')) throw new Error('the secret begins otherwise');
    },
  },
  revokeApiKey: {
    as: 'centrum',
    ask: async () => {
      const { item } = await madeKey();
      return holds(send(STAFF_CALLS.revokeApiKey, { id: item?.id ?? '' }), 'revokedAt', 'state', 'prefix');
    },
  },
};
