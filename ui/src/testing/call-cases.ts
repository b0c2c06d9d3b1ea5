// Each call of the table asked of a real server: who asks what, and what the answer holds. A call without a case, and a
// name that the table does not know, fail the types.
import { CALLS } from '../api/calls.ts';
import { ApiError } from '../api/client.ts';
import type { Resource } from '../api/jsonapi.ts';
import { queryOf } from '../api/params.ts';
import { type Answered, fetchFile, listResource, send } from '../api/requests.ts';

export type Who = 'nobody' | 'vrijwilliger' | 'organisatie' | 'centrum' | 'leerling' | 'mentor' | 'admin';

export interface CallCase {
  as: Who;
  ask: () => Promise<unknown>;
}

/** The first object of an answer has these; a call that answers none fails. */
async function holds<A extends Resource>(
  asked: Promise<Answered<A, unknown>>,
  ...names: (keyof A)[]
): Promise<void> {
  const { item } = await asked;
  if (item === null) throw new Error('the answer holds no object');
  const missing = names.filter((name) => !(name in item));
  if (missing.length > 0) throw new Error(`the answer lacks ${missing.join(', ')}`);
}

async function says<M>(asked: Promise<Answered<Resource, M>>, ...names: (keyof M)[]): Promise<void> {
  const { meta } = await asked;
  const missing = names.filter((name) => !(name in meta));
  if (missing.length > 0) throw new Error(`the answer does not say ${missing.join(', ')}`);
}

/** Understood, and refused for this reason: what it is about is made up. */
async function refused(asked: Promise<unknown>, ...codes: string[]): Promise<void> {
  try {
    await asked;
  } catch (cause) {
    if (cause instanceof ApiError && codes.some((code) => cause.hasCode(code))) return;
    const told =
      cause instanceof ApiError ? `${cause.statusCode} ${JSON.stringify(cause.errors)}` : String(cause);
    throw new Error(`refused otherwise than with ${codes.join(' or ')}: ${told}`, { cause });
  }
  throw new Error(`it was not refused with ${codes.join(' or ')}`);
}

const first = <T>(items: readonly T[]): T => {
  const [found] = items;
  if (found === undefined) throw new Error('the demo has none');
  return found;
};

const PASSWORD = 'welkom-in-lindewaard';
const NEW_PASSWORD = 'paarse-fietsen-en-regen';
const NO_TOKEN = 'x';
const EXPIRED = 'link_expired';

const aVacancy = async () =>
  first(
    (await listResource('vacancies', { filter: { mineEq: true, statusEq: 'published' }, page: { size: 1 } }))
      .items,
  ).id;
const aDraft = async () => {
  const { item } = await send(CALLS.duplicateVacancy, { id: await aVacancy() });
  return item?.id ?? '';
};
const anApplication = async () =>
  first((await listResource('applications', { filter: { mineEq: false, stageEq: 'new' } })).items).id;
const aPerson = async () =>
  first((await listResource('users', { filter: { statusEq: 'active' }, sort: '-created_at' })).items).id;
const aWaiting = async () =>
  first((await listResource('organizations', { filter: { statusEq: 'pending' } })).items).id;
const someone = (name: string) => ({
  firstName: 'Nel',
  lastName: 'Proef',
  email: `${name}@voorbeeld.example`,
});
const anInvited = async (name: string) => {
  const { item } = await send(CALLS.addPerson, { body: { ...someone(name), invite: true } });
  return item?.id ?? '';
};
const FILE = btoa('Voornaam;Achternaam;E-mail\nLies;Proef;lies.proef@voorbeeld.example\n');
const anImport = async () => {
  const body = { resource: 'users', fileName: 'mensen.csv', file: FILE } as const;
  return (await send(CALLS.importPeople, { body })).item?.id ?? '';
};

export const CASES: Readonly<Record<keyof typeof CALLS, CallCase>> = {
  currentCentre: {
    as: 'nobody',
    ask: () =>
      holds(
        send(CALLS.currentCentre, { query: { include: 'profile,theme,address' } }),
        'name',
        'profile',
        'theme',
      ),
  },
  places: {
    as: 'nobody',
    ask: () =>
      holds(send(CALLS.places, { query: { q: '53' } }), 'postalCode', 'name', 'latitude', 'longitude'),
  },
  terms: {
    as: 'nobody',
    ask: () => holds(send(CALLS.terms, { id: 'tags' }), 'key', 'nameNl', 'nameEn', 'count'),
  },
  facets: {
    as: 'nobody',
    ask: () =>
      says(
        send(CALLS.facets, { query: queryOf<'vacancies'>({ filter: { vacancyTypeIn: ['volunteering'] } }) }),
        'total',
        'facets',
      ),
  },
  similar: {
    as: 'vrijwilliger',
    ask: async () => {
      const { items } = await listResource('vacancies', { page: { size: 1 } });
      await holds(send(CALLS.similar, { id: first(items).id }), 'title', 'organizationName', 'city');
    },
  },

  signIn: {
    as: 'nobody',
    ask: () =>
      send(CALLS.signIn, { body: { email: 'vrijwilliger@demo.voluntr.example', password: PASSWORD } }),
  },
  signUp: {
    as: 'nobody',
    ask: () =>
      send(CALLS.signUp, {
        body: {
          ...someone('nieuw'),
          password: NEW_PASSWORD,
          passwordConfirmation: NEW_PASSWORD,
          acceptTerms: true,
          locale: 'nl',
        },
      }),
  },
  askPasswordReset: {
    as: 'nobody',
    ask: () => send(CALLS.askPasswordReset, { body: { email: 'niemand@voorbeeld.example' } }),
  },
  askConfirmation: {
    as: 'nobody',
    ask: () => send(CALLS.askConfirmation, { body: { email: 'niemand@voorbeeld.example' } }),
  },
  setPassword: {
    as: 'nobody',
    ask: () =>
      refused(
        send(CALLS.setPassword, {
          body: { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD, resetPasswordToken: NO_TOKEN },
        }),
        EXPIRED,
      ),
  },
  confirmAccount: {
    as: 'nobody',
    ask: () => refused(send(CALLS.confirmAccount, { body: { confirmationToken: NO_TOKEN } }), EXPIRED),
  },
  confirmEmail: {
    as: 'nobody',
    ask: () => refused(send(CALLS.confirmEmail, { body: { emailToken: NO_TOKEN } }), EXPIRED),
  },
  confirmApplication: {
    as: 'nobody',
    ask: () => refused(send(CALLS.confirmApplication, { body: { token: NO_TOKEN } }), EXPIRED),
  },
  undoErasure: {
    as: 'nobody',
    ask: () => refused(send(CALLS.undoErasure, { body: { restoreToken: NO_TOKEN } }), EXPIRED),
  },
  showInvitation: {
    as: 'nobody',
    ask: () => refused(send(CALLS.showInvitation, { body: { invitationToken: NO_TOKEN } }), EXPIRED),
  },
  acceptInvitation: {
    as: 'nobody',
    ask: () =>
      refused(
        send(CALLS.acceptInvitation, {
          body: {
            invitationToken: NO_TOKEN,
            firstName: 'Nel',
            lastName: 'Proef',
            password: NEW_PASSWORD,
            passwordConfirmation: NEW_PASSWORD,
            acceptTerms: true,
          },
        }),
        EXPIRED,
      ),
  },
  showGuardianQuestion: {
    as: 'nobody',
    ask: () => refused(send(CALLS.showGuardianQuestion, { body: { guardianToken: NO_TOKEN } }), EXPIRED),
  },
  answerGuardianQuestion: {
    as: 'nobody',
    ask: () =>
      refused(
        send(CALLS.answerGuardianQuestion, { body: { guardianToken: NO_TOKEN, isGiven: true } }),
        EXPIRED,
      ),
  },

  secondFactor: {
    as: 'vrijwilliger',
    ask: () =>
      holds(
        send(CALLS.secondFactor),
        'required',
        'isSetUp',
        'isVerified',
        'totp',
        'passkeys',
        'recoveryCodesLeft',
      ),
  },
  beginTotp: {
    as: 'vrijwilliger',
    ask: () =>
      holds(send(CALLS.beginTotp, { body: { currentPassword: PASSWORD } }), 'secret', 'otpauthUrl', 'qrSvg'),
  },
  proveSecondFactor: {
    as: 'vrijwilliger',
    ask: () =>
      refused(
        send(CALLS.proveSecondFactor, { body: { code: '000000' } }),
        'wrong_code',
        'invalid_code',
        'validation',
      ),
  },
  removeSecondFactor: {
    as: 'organisatie',
    ask: () => send(CALLS.removeSecondFactor, { body: { currentPassword: PASSWORD } }),
  },
  renewRecoveryCodes: {
    as: 'organisatie',
    ask: () =>
      refused(
        send(CALLS.renewRecoveryCodes, { body: { currentPassword: PASSWORD } }),
        'not_set_up',
        'not_found',
      ),
  },
  // A passkey belongs to a name; the test's site has a number.
  passkeyOptions: {
    as: 'organisatie',
    ask: () =>
      refused(
        send(CALLS.passkeyOptions, { body: { purpose: 'register', currentPassword: PASSWORD } }),
        'feature_disabled',
      ),
  },
  addPasskey: {
    as: 'organisatie',
    ask: () =>
      refused(
        send(CALLS.addPasskey, { body: { challengeId: NO_TOKEN, name: 'Proef', credential: {} } }),
        'invalid_code',
      ),
  },
  provePasskey: {
    as: 'organisatie',
    ask: () =>
      refused(
        send(CALLS.provePasskey, { body: { challengeId: NO_TOKEN, credential: {} } }),
        'feature_disabled',
      ),
  },
  removePasskey: {
    as: 'organisatie',
    ask: () =>
      refused(send(CALLS.removePasskey, { id: '999999', body: { currentPassword: PASSWORD } }), 'not_found'),
  },

  currentUser: {
    as: 'vrijwilliger',
    ask: () =>
      holds(
        send(CALLS.currentUser, { query: { include: 'roles' } }),
        'fullName',
        'email',
        'roles',
        'digestDays',
        'quietFrom',
      ),
  },
  changeCurrentUser: {
    as: 'vrijwilliger',
    ask: () => send(CALLS.changeCurrentUser, { body: { user: { jobTitle: 'Timmerman' } } }),
  },
  currentOrganizations: {
    as: 'organisatie',
    ask: () => holds(send(CALLS.currentOrganizations), 'name', 'organizationType', 'status'),
  },
  askEmail: {
    as: 'vrijwilliger',
    ask: () =>
      send(CALLS.askEmail, { body: { email: 'joke.anders@voorbeeld.example', currentPassword: PASSWORD } }),
  },
  withdrawEmail: { as: 'vrijwilliger', ask: () => send(CALLS.withdrawEmail) },
  askGuardian: {
    as: 'vrijwilliger',
    ask: () =>
      refused(send(CALLS.askGuardian, { body: { email: 'ouder@voorbeeld.example' } }), 'invalid_transition'),
  },
  sayConsent: {
    as: 'vrijwilliger',
    ask: () => send(CALLS.sayConsent, { body: { kind: 'newsletter', isGiven: true } }),
  },
  mailCopy: { as: 'vrijwilliger', ask: () => says(send(CALLS.mailCopy, { body: {} }), 'sentTo') },
  downloadCopy: { as: 'organisatie', ask: () => fetchFile(CALLS.downloadCopy) },
  beforeLeaving: { as: 'vrijwilliger', ask: () => says(send(CALLS.beforeLeaving), 'soleManagerOf') },
  leave: {
    as: 'vrijwilliger',
    ask: () =>
      refused(
        send(CALLS.leave, { body: { currentPassword: 'verkeerd-wachtwoord', reason: 'Verhuisd' } }),
        'invalid',
      ),
  },
  preferences: {
    as: 'vrijwilliger',
    ask: () => holds(send(CALLS.preferences), 'kind', 'channel', 'rate', 'area', 'isMandatory'),
  },
  changePreferences: {
    as: 'vrijwilliger',
    ask: async () => {
      const { items } = await send(CALLS.preferences);
      const { kind, channel } = first(items.filter((each) => !each.isMandatory && each.channel === 'email'));
      await holds(
        send(CALLS.changePreferences, { body: { preferences: [{ kind, channel, rate: 'daily' }] } }),
        'rate',
      );
    },
  },
  unreadCount: { as: 'vrijwilliger', ask: () => says(send(CALLS.unreadCount), 'count') },
  readNotification: {
    as: 'vrijwilliger',
    ask: async () =>
      send(CALLS.readNotification, { id: first((await listResource('notifications')).items).id }),
  },
  readAllNotifications: { as: 'vrijwilliger', ask: () => send(CALLS.readAllNotifications) },
  signOutElsewhere: { as: 'vrijwilliger', ask: () => send(CALLS.signOutElsewhere) },

  addPerson: {
    as: 'centrum',
    ask: () =>
      holds(
        send(CALLS.addPerson, { body: { ...someone('erbij'), locale: 'nl', invite: false } }),
        'fullName',
        'status',
      ),
  },
  changePeople: {
    as: 'centrum',
    ask: async () =>
      send(CALLS.changePeople, { body: { ids: [await aPerson()], event: 'archive', dryRun: true } }),
  },
  addRole: {
    as: 'centrum',
    ask: async () => {
      const id = await aPerson();
      const { items } = await listResource('organizations', {
        filter: { statusEq: 'approved' },
        page: { size: 1 },
      });
      await send(CALLS.addRole, {
        id,
        body: { role: 'organization_superuser', scopeType: 'organization', scopeId: first(items).id },
      });
    },
  },
  removeRole: {
    as: 'centrum',
    ask: async () => {
      const query = { role: 'organization_superuser', scopeType: 'organization', scopeId: '999999' };
      await refused(send(CALLS.removeRole, { id: await aPerson(), query }), 'forbidden');
    },
  },
  invite: {
    as: 'centrum',
    ask: async () => says(send(CALLS.invite, { id: await anInvited('genodigd') }), 'sentTo'),
  },
  resendConfirmation: {
    as: 'centrum',
    ask: async () =>
      refused(
        send(CALLS.resendConfirmation, { id: await aPerson() }),
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
      send(CALLS.archivePerson, { id: await anInvited('sluiten'), body: { reasonCode: 'duplicate' } }),
  },
  reactivatePerson: {
    as: 'centrum',
    ask: async () => refused(send(CALLS.reactivatePerson, { id: await aPerson() }), 'invalid_transition'),
  },
  notes: {
    as: 'centrum',
    ask: async () => send(CALLS.notes, { id: await aPerson(), query: { 'page[size]': 100 } }),
  },
  addNote: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(CALLS.addNote, { id: await aPerson(), body: { note: 'Belt liever niet.' } }),
        'note',
        'authorName',
        'updatedAt',
      ),
  },
  acceptRole: {
    as: 'vrijwilliger',
    ask: () => refused(send(CALLS.acceptRole, { id: '999999' }), 'not_found'),
  },
  declineRole: {
    as: 'vrijwilliger',
    ask: () => refused(send(CALLS.declineRole, { id: '999999' }), 'not_found'),
  },
  resendRole: { as: 'centrum', ask: () => refused(send(CALLS.resendRole, { id: '999999' }), 'not_found') },
  removeMember: {
    as: 'organisatie',
    ask: async () => {
      const { items } = await send(CALLS.currentOrganizations);
      await refused(
        send(CALLS.removeMember, { id: first(items).id, query: { userId: '999999' } }),
        'not_found',
      );
    },
  },
  exportPeople: {
    as: 'organisatie',
    ask: () =>
      holds(
        send(CALLS.exportPeople, {
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
      const { item } = await send(CALLS.exportPeople, {
        body: { resource: 'applications', format: 'json', filter: {} },
      });
      await fetchFile(CALLS.exportFile, item?.id);
    },
  },
  importPeople: {
    as: 'centrum',
    ask: async () => {
      await anImport();
    },
  },
  mapImport: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(CALLS.mapImport, {
          id: await anImport(),
          body: { fields: ['first_name', 'last_name', 'email'] },
        }),
        'columns',
        'report',
        'state',
      ),
  },
  faultyRows: { as: 'centrum', ask: async () => fetchFile(CALLS.faultyRows, await anImport()) },
  runImport: {
    as: 'centrum',
    ask: async () =>
      holds(
        send(CALLS.runImport, { id: await anImport(), body: { skipFaulty: true, invite: false } }),
        'result',
        'state',
      ),
  },

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
  changeOrganization: {
    as: 'centrum',
    ask: async () => send(CALLS.changeOrganization, { id: await aWaiting(), body: { status: 'pending' } }),
  },
  duplicates: { as: 'centrum', ask: async () => send(CALLS.duplicates, { id: await aWaiting() }) },

  vacancyHistory: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(CALLS.vacancyHistory, { id: await aVacancy() }),
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
      refused(send(CALLS.vacancyStep, { id: await aDraft(), body: { event: 'fill' } }), 'invalid_transition'),
  },
  moderateVacancy: {
    as: 'centrum',
    ask: async () =>
      refused(
        send(CALLS.moderateVacancy, {
          id: await aVacancy(),
          body: { event: 'refuse', message: 'Graag concreter.' },
        }),
        'invalid_transition',
      ),
  },
  removeVacancy: {
    as: 'organisatie',
    ask: async () =>
      send(CALLS.removeVacancy, { id: await aDraft(), query: { reasonCode: null, message: null } }),
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
          body: { ...someone('balie'), message: 'Kwam langs aan de balie.', consent: true },
        }),
        'stage',
        'name',
      ),
  },
  applicationHistory: {
    as: 'organisatie',
    ask: async () =>
      holds(send(CALLS.applicationHistory, { id: await anApplication() }), 'event', 'to', 'at'),
  },
  applicationStep: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(CALLS.applicationStep, { id: await anApplication(), body: { event: 'contact' } }),
        'stage',
        'vacancyTitle',
      ),
  },

  mailKinds: {
    as: 'centrum',
    ask: () =>
      holds(
        send(CALLS.mailKinds, { query: { locale: 'nl' } }),
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
        send(CALLS.mailPreview, { id: 'account_confirm', query: { locale: 'nl' } }),
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
