// Each call of the table asked of a real server: who asks what, and what the answer holds. A call without a case, and a
// name that the table does not know, fail the types.
import type { ACCOUNT_CALLS } from '../api/account-calls.ts';
import type { ACTIVITY_CALLS } from '../api/activity-calls.ts';
import { CALLS } from '../api/calls.ts';
import type { CHANGELOG_CALLS } from '../api/changelog-calls.ts';
import type { CONTENT_CALLS } from '../api/content-calls.ts';
import { fetchFile } from '../api/download.ts';
import type { MATCHING_CALLS } from '../api/matching-calls.ts';
import type { POOL_CALLS } from '../api/pool-calls.ts';
import type { PUBLISHED_CALLS } from '../api/published-calls.ts';
import { listResource, send } from '../api/requests.ts';
import { SEARCH_CALLS } from '../api/search-calls.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';
import {
  aDraft,
  anImport,
  anInvited,
  aPerson,
  aVacancy,
  type CallCase,
  first,
  holds,
  refused,
  says,
  someone,
} from './call-case.ts';
import { ACTIVITY_CASES } from './call-cases-activities.ts';
import { APPLICATION_CASES } from './call-cases-applications.ts';
import { CONTENT_CASES } from './call-cases-content.ts';
import { FORM_CASES } from './call-cases-forms.ts';
import { ORGANIZATION_CASES } from './call-cases-organizations.ts';
import { POOL_CASES } from './call-cases-pool.ts';
import { SESSION_CASES } from './call-cases-session.ts';
import { SETTINGS_CASES } from './call-cases-settings.ts';
import { SITE_CASES } from './call-cases-site.ts';
import { VACANCY_CASES } from './call-cases-vacancies.ts';

export const CASES: Readonly<
  Record<
    | keyof typeof ACCOUNT_CALLS
    | keyof typeof ACTIVITY_CALLS
    | keyof typeof CALLS
    | keyof typeof CHANGELOG_CALLS
    | keyof typeof CONTENT_CALLS
    | keyof typeof MATCHING_CALLS
    | keyof typeof POOL_CALLS
    | keyof typeof PUBLISHED_CALLS
    | keyof typeof SEARCH_CALLS
    | keyof typeof STAFF_CALLS,
    CallCase
  >
> = {
  ...ACTIVITY_CASES,
  ...APPLICATION_CASES,
  ...CONTENT_CASES,
  ...FORM_CASES,
  ...POOL_CASES,
  ...SESSION_CASES,
  ...SETTINGS_CASES,
  ...SITE_CASES,
  ...VACANCY_CASES,
  mapBackground: {
    as: 'nobody',
    ask: () => holds(send(CALLS.mapBackground), 'isAvailable', 'tiles', 'minZoom'),
  },
  mapOfOrganizations: {
    as: 'nobody',
    ask: () => says(send(CALLS.mapOfOrganizations), 'ids', 'latitudes'),
  },
  mapOfActivities: {
    as: 'nobody',
    ask: () => says(send(CALLS.mapOfActivities), 'places'),
  },
  search: {
    as: 'nobody',
    ask: () => holds(send(SEARCH_CALLS.search, { query: { q: 'taal' } }), 'total', 'path', 'results'),
  },
  suggest: {
    as: 'nobody',
    ask: async () => {
      await send(CALLS.suggest, { body: { message: 'De openingstijden kloppen niet meer.' } });
    },
  },
  addPerson: {
    as: 'centrum',
    ask: () =>
      holds(
        send(STAFF_CALLS.addPerson, { body: { ...someone('erbij'), locale: 'nl', invite: false } }),
        'fullName',
        'status',
      ),
  },
  changePeople: {
    as: 'centrum',
    ask: async () =>
      send(STAFF_CALLS.changePeople, { body: { ids: [await aPerson()], event: 'archive', dryRun: true } }),
  },
  addRole: {
    as: 'centrum',
    ask: async () => {
      const id = await aPerson();
      const { items } = await listResource('organizations', {
        filter: { statusEq: 'approved' },
        page: { size: 1 },
      });
      await send(STAFF_CALLS.addRole, {
        id,
        body: { role: 'organization_superuser', scopeType: 'organization', scopeId: first(items).id },
      });
    },
  },
  removeRole: {
    as: 'centrum',
    ask: async () => {
      const query = { role: 'organization_superuser', scopeType: 'organization', scopeId: '999999' };
      await refused(send(STAFF_CALLS.removeRole, { id: await aPerson(), query }), 'forbidden');
    },
  },
  invite: {
    as: 'centrum',
    ask: async () => says(send(STAFF_CALLS.invite, { id: await anInvited('genodigd') }), 'sentTo'),
  },
  resendConfirmation: {
    as: 'centrum',
    ask: async () =>
      refused(
        send(STAFF_CALLS.resendConfirmation, { id: await aPerson() }),
        'already_confirmed',
        'invalid_transition',
      ),
  },
  tryMailAgain: {
    as: 'centrum',
    ask: async () => send(CALLS.tryMailAgain, { id: await aPerson(), body: {} }),
  },
  archivePerson: {
    as: 'centrum',
    ask: async () =>
      send(STAFF_CALLS.archivePerson, { id: await anInvited('sluiten'), body: { reasonCode: 'duplicate' } }),
  },
  deactivatePerson: {
    as: 'centrum',
    ask: async () =>
      refused(send(STAFF_CALLS.deactivatePerson, { id: await anInvited('uitzetten') }), 'invalid_transition'),
  },
  reactivatePerson: {
    as: 'centrum',
    ask: async () =>
      refused(send(STAFF_CALLS.reactivatePerson, { id: await aPerson() }), 'invalid_transition'),
  },
  notes: {
    as: 'centrum',
    ask: async () => send(STAFF_CALLS.notes, { id: await aPerson(), query: { 'page[size]': 100 } }),
  },
  addNote: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(STAFF_CALLS.addNote, { id: await aPerson(), body: { note: 'Belt liever niet.' } }),
        'note',
        'authorName',
        'updatedAt',
      ),
  },
  acceptRole: {
    as: 'vrijwilliger',
    ask: () => refused(send(STAFF_CALLS.acceptRole, { id: '999999' }), 'not_found'),
  },
  declineRole: {
    as: 'vrijwilliger',
    ask: () => refused(send(STAFF_CALLS.declineRole, { id: '999999' }), 'not_found'),
  },
  resendRole: {
    as: 'centrum',
    ask: () => refused(send(STAFF_CALLS.resendRole, { id: '999999' }), 'not_found'),
  },
  removeMember: {
    as: 'organisatie',
    ask: async () => {
      const { items } = await send(CALLS.currentOrganizations);
      await refused(
        send(STAFF_CALLS.removeMember, { id: first(items).id, query: { userId: '999999' } }),
        'not_found',
      );
    },
  },
  exportPeople: {
    as: 'organisatie',
    ask: () =>
      holds(
        send(STAFF_CALLS.exportPeople, {
          body: { resource: 'applications', format: 'csv', filter: { stage_in: 'new' } },
        }),
        'state',
        'rows',
        'format',
      ),
  },
  exportFile: {
    as: 'organisatie',
    ask: async () => {
      const { item } = await send(STAFF_CALLS.exportPeople, {
        body: { resource: 'applications', format: 'json', filter: {} },
      });
      await fetchFile(STAFF_CALLS.exportFile, item?.id);
    },
  },
  importTable: {
    as: 'centrum',
    ask: async () => {
      await anImport();
    },
  },
  mapImport: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(STAFF_CALLS.mapImport, {
          id: await anImport(),
          body: { fields: ['first_name', 'last_name', 'email'] },
        }),
        'columns',
        'report',
        'state',
      ),
  },
  faultyRows: { as: 'centrum', ask: async () => fetchFile(STAFF_CALLS.faultyRows, await anImport()) },
  runImport: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(STAFF_CALLS.runImport, { id: await anImport(), body: { skipFaulty: true, invite: false } }),
        'result',
        'state',
      ),
  },

  ...ORGANIZATION_CASES,

  vacancyHistory: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(STAFF_CALLS.vacancyHistory, { id: await aVacancy() }),
        'event',
        'from',
        'to',
        'reasonCode',
        'reasonText',
        'at',
        'actorName',
        'isImpersonation',
        'impersonatorName',
        'onBehalf',
      ),
  },
  duplicateVacancy: {
    as: 'organisatie',
    ask: async () => {
      await aDraft();
    },
  },
  vacancyStep: {
    as: 'organisatie',
    ask: async () =>
      refused(
        send(STAFF_CALLS.vacancyStep, { id: await aDraft(), body: { event: 'fill' } }),
        'invalid_transition',
      ),
  },
  moderateVacancy: {
    as: 'centrum',
    ask: async () =>
      refused(
        send(STAFF_CALLS.moderateVacancy, {
          id: await aVacancy(),
          body: { event: 'refuse', message: 'Graag concreter.' },
        }),
        'invalid_transition',
      ),
  },
  removeVacancy: {
    as: 'organisatie',
    ask: async () =>
      send(STAFF_CALLS.removeVacancy, { id: await aDraft(), query: { reasonCode: null, message: null } }),
  },
  keepVacancy: { as: 'organisatie', ask: async () => send(CALLS.keepVacancy, { id: await aVacancy() }) },
  dropVacancy: { as: 'organisatie', ask: async () => send(CALLS.dropVacancy, { id: await aVacancy() }) },

  apply: {
    as: 'nobody',
    ask: async () => {
      const { items } = await listResource('vacancies', { page: { size: 1 } });
      const body = {
        vacancyId: first(items).id,
        ...someone('gast'),
        message: 'Dit lijkt me echt iets voor mij, ik kan elke week.',
        consent: true,
        ageAtLeast: 21,
      };
      await says(send(CALLS.apply, { body }), 'sentTo');
    },
  },
  register: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(CALLS.register, {
          id: await aVacancy(),
          body: { ...someone('balie'), message: 'Kwam langs aan de balie.', consent: true, ageAtLeast: 18 },
        }),
        'stage',
        'name',
      ),
  },
  mailKinds: {
    as: 'centrum',
    ask: () =>
      holds(
        send(STAFF_CALLS.mailKinds, { query: { locale: 'nl' } }),
        'kind',
        'locale',
        'subject',
        'isMandatory',
        'isDigest',
        'canBeGathered',
      ),
  },
  mailPreview: {
    as: 'centrum',
    ask: () =>
      holds(
        send(STAFF_CALLS.mailPreview, { id: 'account_confirm', query: { locale: 'nl' } }),
        'variants',
        'fromName',
        'replyTo',
        'unsubscribeUrl',
        'html',
        'text',
      ),
  },

  signInAs: {
    as: 'admin',
    ask: async () =>
      send(CALLS.signInAs, { body: { userId: await aPerson(), reason: 'Kijken wat er misgaat.' } }),
  },
  endSignInAs: {
    as: 'admin',
    ask: () => refused(send(CALLS.endSignInAs), 'not_impersonating', 'forbidden', 'not_found'),
  },
  signOut: { as: 'mentor', ask: () => send(CALLS.signOut) },
};
