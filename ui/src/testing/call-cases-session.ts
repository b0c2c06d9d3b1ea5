// Calls of the site, of signing in, and of whoever is signed in.
import { ACCOUNT_CALLS } from '../api/account-calls.ts';
import { CALLS } from '../api/calls.ts';
import { CHANGELOG_CALLS } from '../api/changelog-calls.ts';
import { fetchFile } from '../api/download.ts';
import { MATCHING_CALLS } from '../api/matching-calls.ts';
import { queryOf } from '../api/params.ts';
import { listResource, send } from '../api/requests.ts';
import {
  type CallCase,
  EXPIRED,
  first,
  holds,
  NEW_PASSWORD,
  NO_TOKEN,
  PASSWORD,
  refused,
  says,
  someone,
} from './call-case.ts';

const anOpenVacancy = async (): Promise<string> =>
  first((await listResource('vacancies', { page: { size: 1 } })).items).id;

export const SESSION_CASES = {
  recommended: {
    as: 'vrijwilliger',
    ask: async () => {
      await says(send(MATCHING_CALLS.recommended, { query: { 'page[size]': 3 } }), 'hasWishes', 'total');
    },
  },
  dismiss: {
    as: 'vrijwilliger',
    ask: async () => send(MATCHING_CALLS.dismiss, { id: await anOpenVacancy(), body: { reason: 'other' } }),
  },
  undismiss: {
    as: 'vrijwilliger',
    ask: async () => send(MATCHING_CALLS.undismiss, { id: await anOpenVacancy() }),
  },
  countMatches: {
    as: 'vrijwilliger',
    ask: async () => send(MATCHING_CALLS.countMatches, { body: { event: 'shown', count: 3 } }),
  },
  dashboard: {
    as: 'centrum',
    ask: () =>
      holds(
        send(MATCHING_CALLS.dashboard),
        'own',
        'organization',
        'mentor',
        'centre',
        'content',
        'cards',
        'failed',
      ),
  },
  arrangeDashboard: {
    as: 'vrijwilliger',
    ask: async () => {
      const cards = [{ key: 'own_messages', isHidden: true }];
      await holds(send(MATCHING_CALLS.arrangeDashboard, { body: { cards } }), 'cards');
      await send(MATCHING_CALLS.arrangeDashboard, { body: { cards: [] } });
    },
  },
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
  suggestions: {
    as: 'nobody',
    ask: () =>
      says(
        send(CALLS.suggestions, { query: { q: 'taal' } }),
        'vacancies',
        'themes',
        'organizations',
        'places',
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
    ask: () => send(ACCOUNT_CALLS.askPasswordReset, { body: { email: 'niemand@voorbeeld.example' } }),
  },
  askConfirmation: {
    as: 'nobody',
    ask: () => send(ACCOUNT_CALLS.askConfirmation, { body: { email: 'niemand@voorbeeld.example' } }),
  },
  checkPasswordLink: {
    as: 'nobody',
    ask: () => send(ACCOUNT_CALLS.checkPasswordLink, { body: { resetPasswordToken: NO_TOKEN } }),
  },
  setPassword: {
    as: 'nobody',
    ask: () =>
      refused(
        send(ACCOUNT_CALLS.setPassword, {
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

  calendarFeed: {
    as: 'vrijwilliger',
    ask: () => says(send(ACCOUNT_CALLS.calendarFeed), 'createdAt'),
  },
  makeCalendarFeed: {
    as: 'vrijwilliger',
    ask: () => says(send(ACCOUNT_CALLS.makeCalendarFeed), 'createdAt', 'address'),
  },
  stopCalendarFeed: {
    as: 'vrijwilliger',
    ask: async () => {
      await send(ACCOUNT_CALLS.makeCalendarFeed);
      await send(ACCOUNT_CALLS.stopCalendarFeed);
    },
  },
  unreadChangelog: {
    as: 'vrijwilliger',
    ask: () => says(send(CHANGELOG_CALLS.unreadChangelog), 'count', 'ids'),
  },
  readChangelog: {
    as: 'vrijwilliger',
    ask: async () => {
      await send(CHANGELOG_CALLS.readChangelog);
      const { meta } = await send(CHANGELOG_CALLS.unreadChangelog);
      if (meta.count !== 0) throw new Error('what was read is still new');
    },
  },
  changelogFeed: {
    as: 'vrijwilliger',
    ask: () => says(send(CHANGELOG_CALLS.changelogFeed), 'createdAt'),
  },
  makeChangelogFeed: {
    as: 'vrijwilliger',
    ask: () => says(send(CHANGELOG_CALLS.makeChangelogFeed), 'createdAt', 'address'),
  },
  stopChangelogFeed: {
    as: 'vrijwilliger',
    ask: async () => {
      await send(CHANGELOG_CALLS.makeChangelogFeed);
      await send(CHANGELOG_CALLS.stopChangelogFeed);
    },
  },
  secondFactor: {
    as: 'vrijwilliger',
    ask: () =>
      holds(
        send(ACCOUNT_CALLS.secondFactor),
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
      holds(
        send(ACCOUNT_CALLS.beginTotp, { body: { currentPassword: PASSWORD } }),
        'secret',
        'otpauthUrl',
        'qrSvg',
      ),
  },
  proveSecondFactor: {
    as: 'vrijwilliger',
    ask: () =>
      refused(
        send(ACCOUNT_CALLS.proveSecondFactor, { body: { code: '000000' } }),
        'wrong_code',
        'invalid_code',
        'validation',
      ),
  },
  removeSecondFactor: {
    as: 'organisatie',
    ask: () => send(ACCOUNT_CALLS.removeSecondFactor, { body: { currentPassword: PASSWORD } }),
  },
  renewRecoveryCodes: {
    as: 'organisatie',
    ask: () =>
      refused(
        send(ACCOUNT_CALLS.renewRecoveryCodes, { body: { currentPassword: PASSWORD } }),
        'not_set_up',
        'not_found',
      ),
  },
  // A passkey belongs to a name; the test's site has a number.
  passkeyOptions: {
    as: 'organisatie',
    ask: () =>
      refused(
        send(ACCOUNT_CALLS.passkeyOptions, { body: { purpose: 'register', currentPassword: PASSWORD } }),
        'feature_disabled',
      ),
  },
  addPasskey: {
    as: 'organisatie',
    ask: () =>
      refused(
        send(ACCOUNT_CALLS.addPasskey, { body: { challengeId: NO_TOKEN, name: 'Proef', credential: {} } }),
        'invalid_code',
      ),
  },
  provePasskey: {
    as: 'organisatie',
    ask: () =>
      refused(
        send(ACCOUNT_CALLS.provePasskey, { body: { challengeId: NO_TOKEN, credential: {} } }),
        'feature_disabled',
      ),
  },
  removePasskey: {
    as: 'organisatie',
    ask: () =>
      refused(
        send(ACCOUNT_CALLS.removePasskey, { id: '999999', body: { currentPassword: PASSWORD } }),
        'not_found',
      ),
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
    ask: () => send(ACCOUNT_CALLS.changeCurrentUser, { body: { user: { jobTitle: 'Timmerman' } } }),
  },
  currentOrganizations: {
    as: 'organisatie',
    ask: () => holds(send(CALLS.currentOrganizations), 'name', 'organizationType', 'status'),
  },
  askEmail: {
    as: 'vrijwilliger',
    ask: () =>
      send(ACCOUNT_CALLS.askEmail, {
        body: { email: 'joke.anders@voorbeeld.example', currentPassword: PASSWORD },
      }),
  },
  withdrawEmail: { as: 'vrijwilliger', ask: () => send(ACCOUNT_CALLS.withdrawEmail) },
  askGuardian: {
    as: 'vrijwilliger',
    ask: () =>
      refused(
        send(ACCOUNT_CALLS.askGuardian, { body: { email: 'ouder@voorbeeld.example' } }),
        'invalid_transition',
      ),
  },
  sayConsent: {
    as: 'vrijwilliger',
    ask: () => send(ACCOUNT_CALLS.sayConsent, { body: { kind: 'newsletter', isGiven: true } }),
  },
  mailCopy: { as: 'vrijwilliger', ask: () => says(send(ACCOUNT_CALLS.mailCopy, { body: {} }), 'sentTo') },
  downloadCopy: { as: 'organisatie', ask: () => fetchFile(ACCOUNT_CALLS.downloadCopy) },
  beforeLeaving: { as: 'vrijwilliger', ask: () => says(send(ACCOUNT_CALLS.beforeLeaving), 'soleManagerOf') },
  leave: {
    as: 'vrijwilliger',
    ask: () =>
      refused(
        send(ACCOUNT_CALLS.leave, { body: { currentPassword: 'verkeerd-wachtwoord', reason: 'Verhuisd' } }),
        'invalid',
      ),
  },
  preferences: {
    as: 'vrijwilliger',
    ask: () => holds(send(ACCOUNT_CALLS.preferences), 'kind', 'channel', 'rate', 'area', 'isMandatory'),
  },
  changePreferences: {
    as: 'vrijwilliger',
    ask: async () => {
      const { items } = await send(ACCOUNT_CALLS.preferences);
      const { kind, channel } = first(items.filter((each) => !each.isMandatory && each.channel === 'email'));
      await holds(
        send(ACCOUNT_CALLS.changePreferences, { body: { preferences: [{ kind, channel, rate: 'daily' }] } }),
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
  signOutElsewhere: { as: 'vrijwilliger', ask: () => send(ACCOUNT_CALLS.signOutElsewhere) },
} satisfies Record<string, CallCase>;
