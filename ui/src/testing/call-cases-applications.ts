// The calls about one application: its steps, its messages and what its links ask.
import { CALLS } from '../api/calls.ts';
import { send } from '../api/requests.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';
import { anApplication, type CallCase, holds, refused } from './call-case.ts';

export const APPLICATION_CASES = {
  applicationHistory: {
    as: 'organisatie',
    ask: async () =>
      holds(send(STAFF_CALLS.applicationHistory, { id: await anApplication() }), 'event', 'to', 'at'),
  },
  applicationStep: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(STAFF_CALLS.applicationStep, { id: await anApplication(), body: { event: 'contact' } }),
        'stage',
        'vacancyTitle',
      ),
  },

  applicationSteps: {
    as: 'organisatie',
    ask: async () => {
      await send(STAFF_CALLS.applicationSteps, {
        body: { ids: [await anApplication()], attributes: { event: 'contact' }, dryRun: true },
      });
    },
  },
  stepPreview: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(STAFF_CALLS.stepPreview, {
          id: await anApplication(),
          body: { event: 'reject', reasonCode: 'not_a_fit' },
        }),
        'subject',
        'text',
      ),
  },
  applicationMessages: {
    as: 'organisatie',
    ask: async () => {
      await send(STAFF_CALLS.applicationMessages, { id: await anApplication() });
    },
  },
  writeMessage: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(STAFF_CALLS.writeMessage, { id: await anApplication(), body: { body: 'Kom je dinsdag?' } }),
        'side',
        'authorName',
      ),
  },
  readMessages: {
    as: 'organisatie',
    ask: async () => {
      await send(STAFF_CALLS.readMessages, { id: await anApplication() });
    },
  },
  askCentre: {
    as: 'organisatie',
    ask: async () => refused(send(STAFF_CALLS.askCentre, { id: await anApplication() }), 'forbidden'),
  },
  applicationNotes: {
    as: 'centrum',
    ask: async () => {
      await send(STAFF_CALLS.applicationNotes, { id: await anApplication() });
    },
  },
  addApplicationNote: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(STAFF_CALLS.addApplicationNote, { id: await anApplication(), body: { note: 'Belde vandaag.' } }),
        'note',
        'authorName',
      ),
  },
  showApplicationQuestion: {
    as: 'nobody',
    ask: () => refused(send(CALLS.showApplicationQuestion, { body: { token: 'x' } }), 'link_expired'),
  },
  answerApplicationQuestion: {
    as: 'nobody',
    ask: () =>
      refused(
        send(CALLS.answerApplicationQuestion, { body: { token: 'x', event: 'accept_offer' } }),
        'link_expired',
      ),
  },
} as const satisfies Readonly<Record<string, CallCase>>;
