// Calls about one's own profile in the pool, the pool and the messages that follow from it.
import { POOL_CALLS } from '../api/pool-calls.ts';
import { listResource, send } from '../api/requests.ts';
import { aVacancy, type CallCase, first, holds, refused, says } from './call-case.ts';

const ownOrganization = async (): Promise<string> =>
  first((await listResource('vacancies', { filter: { mineEq: true }, page: { size: 1 } })).items)
    .organizationId ?? '';

const query = async () => ({ 'filter[organization_id_eq]': await ownOrganization() });

const somebody = async (): Promise<string> =>
  first((await send(POOL_CALLS.pool, { query: await query() })).items.filter(({ reply }) => reply === null))
    .id;

/** An organisation that has to do with nothing else in the demo. */
const stranger = async (): Promise<string> =>
  first(
    (await listResource('organizations', { filter: { statusEq: 'approved' }, sort: '-created_at' })).items,
  ).id;

const NONE = '999999';

export const POOL_CASES = {
  ownProfile: {
    as: 'vrijwilliger',
    ask: () =>
      holds(
        send(POOL_CALLS.ownProfile),
        'themeIds',
        'headline',
        'about',
        'languageLevels',
        'visibility',
        'visibleUntil',
        'consentedAt',
        'looksLastMonth',
      ),
  },
  changeProfile: {
    as: 'vrijwilliger',
    ask: () =>
      holds(
        send(POOL_CALLS.changeProfile, {
          body: { headline: 'Kookt graag', languages: ['nl'], languageLevels: { nl: 'fluent' } },
        }),
        'headline',
      ),
  },
  setVisibility: {
    as: 'vrijwilliger',
    ask: () => holds(send(POOL_CALLS.setVisibility, { body: { visible: true } }), 'visibility'),
  },
  preview: { as: 'vrijwilliger', ask: () => holds(send(POOL_CALLS.preview), 'name', 'initials', 'headline') },
  looks: { as: 'vrijwilliger', ask: () => send(POOL_CALLS.looks) },
  block: { as: 'vrijwilliger', ask: async () => send(POOL_CALLS.block, { id: await stranger() }) },
  blocks: {
    as: 'vrijwilliger',
    ask: () => holds(send(POOL_CALLS.blocks), 'organizationId', 'organizationName', 'createdAt'),
  },
  unblock: { as: 'vrijwilliger', ask: async () => send(POOL_CALLS.unblock, { id: await stranger() }) },
  pool: {
    as: 'organisatie',
    ask: async () => {
      const asked = send(POOL_CALLS.pool, { query: await query() });
      await holds(asked, 'name', 'initials', 'skills', 'languages', 'availability', 'match', 'reply');
      await says(asked, 'total', 'messagesLeft', 'vacancy');
      const forOne = { ...(await query()), 'filter[match_vacancy_id]': await aVacancy() };
      await says(send(POOL_CALLS.pool, { query: forOne }), 'total', 'vacancy');
    },
  },
  poolProfile: {
    as: 'organisatie',
    ask: async () =>
      holds(send(POOL_CALLS.poolProfile, { id: await somebody(), query: await query() }), 'name', 'about'),
  },
  writeReply: {
    as: 'organisatie',
    ask: async () => {
      const body = {
        volunteerProfileId: await somebody(),
        organizationId: await ownOrganization(),
        body: 'Zou je een keer koffie willen komen drinken?',
      };
      await holds(send(POOL_CALLS.writeReply, { body }), 'status', 'body', 'personName');
    },
  },
  replies: {
    as: 'organisatie',
    ask: () =>
      holds(
        send(POOL_CALLS.replies, { query: { 'filter[direction_eq]': 'sent', sort: '-created_at' } }),
        'status',
        'expiresAt',
        'direction',
      ),
  },
  reply: { as: 'vrijwilliger', ask: () => refused(send(POOL_CALLS.reply, { id: NONE }), 'not_found') },
  answerReply: {
    as: 'vrijwilliger',
    ask: () =>
      refused(
        send(POOL_CALLS.answerReply, {
          id: NONE,
          body: { body: 'Leuk!', shareLastName: false, sharePhone: false, shareEmail: false },
        }),
        'not_found',
      ),
  },
  declineReply: {
    as: 'vrijwilliger',
    ask: () => refused(send(POOL_CALLS.declineReply, { id: NONE }), 'not_found'),
  },
  blockReply: {
    as: 'vrijwilliger',
    ask: () => refused(send(POOL_CALLS.blockReply, { id: NONE }), 'not_found'),
  },
  replyMessages: {
    as: 'vrijwilliger',
    ask: () => refused(send(POOL_CALLS.replyMessages, { id: NONE }), 'not_found'),
  },
  writeReplyMessage: {
    as: 'vrijwilliger',
    ask: () => refused(send(POOL_CALLS.writeReplyMessage, { id: NONE, body: { body: 'Dag' } }), 'not_found'),
  },
  readReplyMessages: {
    as: 'vrijwilliger',
    ask: () => refused(send(POOL_CALLS.readReplyMessages, { id: NONE }), 'not_found'),
  },
} satisfies Record<string, CallCase>;
