// The calls of organisations and their choices, asked of a real server.
import { CALLS } from '../api/calls.ts';
import { listResource, send } from '../api/requests.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';
import {
  anOrganization,
  aWaiting,
  type CallCase,
  first,
  holds,
  NEW_PASSWORD,
  refused,
  someone,
} from './call-case.ts';

export const ORGANIZATION_CASES = {
  signUpOrganization: {
    as: 'nobody',
    ask: () =>
      send(CALLS.signUpOrganization, {
        body: {
          name: 'Buurtkeuken Proef',
          neighbourhoodInitiative: true,
          description: 'Samen koken en eten met de buurt, elke week opnieuw en voor iedereen.',
          address: {
            street: 'Markt',
            houseNumber: '1',
            postalCode: '5301 AB',
            city: 'Zaltbommel',
            country: 'NL',
          },
          acceptTerms: true,
          locale: 'nl',
          contact: { ...someone('keuken'), password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD },
        },
      }),
  },
  decideOrganization: {
    as: 'centrum',
    ask: async () => send(CALLS.decideOrganization, { id: await aWaiting(), body: { status: 'approved' } }),
  },
  decideOrganizationChange: {
    as: 'centrum',
    ask: async () =>
      refused(
        send(CALLS.decideOrganizationChange, { id: await aWaiting(), body: { event: 'approve' } }),
        'invalid_transition',
      ),
  },
  changeOrganization: {
    as: 'centrum',
    ask: async () =>
      send(STAFF_CALLS.changeOrganization, { id: await aWaiting(), body: { status: 'pending' } }),
  },
  duplicates: { as: 'centrum', ask: async () => send(STAFF_CALLS.duplicates, { id: await aWaiting() }) },
  organizationHistory: {
    as: 'centrum',
    ask: async () => send(STAFF_CALLS.organizationHistory, { id: await aWaiting() }),
  },
  decisionPreview: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(STAFF_CALLS.decisionPreview, { id: await aWaiting(), body: { status: 'approved' } }),
        'subject',
        'text',
      ),
  },
  askOrganization: {
    as: 'centrum',
    ask: async () =>
      send(STAFF_CALLS.askOrganization, { id: await aWaiting(), body: { message: 'Wat doen jullie?' } }),
  },
  confirmOrganization: {
    as: 'centrum',
    ask: async () => send(STAFF_CALLS.confirmOrganization, { id: await anOrganization(), body: {} }),
  },
  movePreview: {
    as: 'centrum',
    ask: async () => refused(send(STAFF_CALLS.movePreview, { id: await anOrganization() }), 'not_found'),
  },
  askMove: {
    as: 'centrum',
    ask: async () =>
      send(STAFF_CALLS.askMove, { id: await anOrganization(), body: { volunteerCenterId: null } }),
  },
  answerMove: {
    as: 'centrum',
    ask: async () =>
      refused(
        send(STAFF_CALLS.answerMove, { id: await anOrganization(), body: { event: 'accept' } }),
        'forbidden',
      ),
  },
  mergeOrganization: {
    as: 'centrum',
    ask: async () => {
      const id = await anOrganization();
      await refused(send(STAFF_CALLS.mergeOrganization, { id, body: { into: id, dryRun: true } }), 'invalid');
    },
  },
  merges: { as: 'centrum', ask: async () => send(STAFF_CALLS.merges, { id: await anOrganization() }) },
  undoMerge: {
    as: 'centrum',
    ask: async () => {
      const id = await anOrganization();
      await refused(send(STAFF_CALLS.undoMerge, { id, body: { organizationId: id } }), 'invalid_transition');
    },
  },
  organizationNotes: {
    as: 'centrum',
    ask: async () => send(STAFF_CALLS.organizationNotes, { id: await anOrganization() }),
  },
  addOrganizationNote: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(STAFF_CALLS.addOrganizationNote, { id: await anOrganization(), body: { note: 'Gebeld.' } }),
        'note',
      ),
  },
  members: { as: 'centrum', ask: async () => send(STAFF_CALLS.members, { id: await anOrganization() }) },
  mergeTerm: {
    as: 'centrum',
    ask: async () => {
      const { items } = await listResource('taxonomies', { filter: { kindEq: 'tags' }, page: { size: 1 } });
      const { id } = first(items);
      await refused(send(STAFF_CALLS.mergeTerm, { id, body: { into: id } }), 'invalid');
    },
  },
} satisfies Readonly<Record<string, CallCase>>;
