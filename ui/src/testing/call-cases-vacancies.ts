// The calls about writing, moderating and bulk-editing vacancies.
import { send } from '../api/requests.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';
import { aDraft, aVacancy, type CallCase, first, holds, refused, says } from './call-case.ts';

type Name =
  | 'reviewHints'
  | 'moderationPreview'
  | 'vacancyStatistics'
  | 'moderation'
  | 'beginBulkEdit'
  | 'undoBulkEdit';

const rehearse = async () =>
  send(STAFF_CALLS.beginBulkEdit, {
    body: { ids: [await aDraft()], attributes: { contact_phone_visible: true }, dryRun: true },
  });

export const VACANCY_CASES: Readonly<Record<Name, CallCase>> = {
  reviewHints: {
    as: 'centrum',
    ask: async () => says(send(STAFF_CALLS.reviewHints, { id: await aVacancy() }), 'hints', 'criteria'),
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
    ask: () => holds(rehearse(), 'state', 'total', 'processed', 'changed', 'failed', 'undoUntil'),
  },
  undoBulkEdit: {
    as: 'organisatie',
    ask: async () => {
      const { item } = await rehearse();
      await refused(send(STAFF_CALLS.undoBulkEdit, { id: item?.id ?? '' }), 'invalid_transition');
    },
  },
};
