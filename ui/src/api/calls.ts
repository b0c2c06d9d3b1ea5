// The table of calls: every operation the app asks that is not reading, listing, making, changing or removing one plain
// resource. What is sent is the server's description, where it says more than "a document"; what an answer holds besides
// resources is written here, and held against the server by tests/e2e/calls.spec.ts.
import type { Rate } from './choices.ts';
import type { Query } from './client.ts';
import type { Resource } from './jsonapi.ts';
import type {
  Application,
  Operations,
  Organization,
  OrganizationInput,
  RegistrationInput,
  Taxonomy,
  ThemeInput,
  User,
  UserInput,
  Vacancy,
  VolunteerCenter,
} from './schema.d.ts';
import type { Suggestions, Understood } from './search-answers.ts';

type Operation = keyof Operations;

/** An operation, with what is sent to it and what comes back. */
export interface Call<O extends Operation, A extends Resource, M, B, Q> {
  readonly operation: O;
  /** The body is a document of this type; of none in particular where it is empty. */
  readonly document?: string | undefined;
  /** What it answers is another view of the object, such as a preview: nothing that is shown follows it. */
  readonly isApart?: boolean;
  readonly types?: (answer: A, meta: M, body: B, query: Q) => void;
}

// biome-ignore lint/suspicious/noExplicitAny: any call whatever
export type AnyCall = Call<any, any, any, any, any>;

export type Meta = Record<string, unknown>;

export const call =
  <O extends Operation>(operation: O, document?: string) =>
  <A extends Resource = Resource, M = Meta, B = Operations[O]['body'], Q = Operations[O]['query']>(): Call<
    O,
    A,
    M,
    B,
    Q
  > => ({ operation, document });

/** Nothing is sent. */
export type Nothing = undefined;

/** One step in the history of an organisation, vacancy or application. */
export interface Transition extends Resource {
  from: string | null;
  to: string;
  event: string;
  reasonCode: string | null;
  reasonText: string | null;
  at: string;
  actorName: string | null;
  /** An admin was signed in as the actor: this one, unless the account is gone. */
  isImpersonation: boolean;
  impersonatorName: string | null;
  onBehalf: boolean;
}

/** A row as it was at a time: who made it so, and which attributes changed. */
export interface Version extends Resource {
  number: number;
  at: string;
  actorName: string | null;
  changes: readonly string[];
}

/** The attributes, as the api spells them, that go back. */
export interface OnlySome {
  only: readonly string[];
}

export type Shades = Readonly<Record<string, string>>;

/** What a theme is chosen from. */
export interface ThemeChoices {
  palettes: Readonly<Record<string, Shades>>;
  muted: readonly string[];
  fonts: readonly string[];
  footerVariants: readonly string[];
  presets: readonly { name: string; centre: string; theme: ThemeInput }[];
  preset: string;
  default: ThemeInput;
}

/** Two colours of the site, one on the other; with the nearest that works where they lack contrast. */
export interface ColourPair {
  foregroundRole: string;
  backgroundRole: string;
  mode: 'light' | 'dark';
  foreground: string;
  background: string;
  ratio: number;
  needed: number;
  isEnough: boolean;
  advice: {
    field: string;
    step: number | null;
    color: string;
    ratio: number;
    value: string | Shades;
  } | null;
}

export interface ThemePreview {
  css: string;
  pairs: readonly ColourPair[];
  shades: Readonly<Record<'primary' | 'secondary' | 'tertiary' | 'muted', Shades>>;
  /** HTML of a mail in these colours. */
  mail: string;
}

/** How often somebody wants to hear of a kind, in the app, by mail or on their devices. */
export interface NotificationPreference extends Resource {
  kind: string;
  channel: 'app' | 'email' | 'push';
  rate: Rate;
  area: string;
  isMandatory: boolean;
}

/** What a map knows of its background. */
export interface MapBackgroundAnswer extends Resource {
  isAvailable: boolean;
  tiles: string;
  attribution: string;
  attributionUrl: string | null;
  minZoom: number;
  maxZoom: number;
  bounds: readonly number[];
}

/** A place where activities are to come, with the first of them. */
export interface ActivityMapPlace {
  id: string;
  name: string;
  city: string | null;
  latitude: number;
  longitude: number;
  isExact: boolean;
  activitiesCount: number;
  next: readonly {
    activityId: string;
    title: string;
    slug: string;
    day: string;
    startsLocal: string;
    allDay: boolean;
  }[];
}

export interface ActivityMapMeta extends Meta {
  places: readonly ActivityMapPlace[];
}

/** Places of organisations: one entry per place in each of the lists. */
export interface SocialMapMeta extends Meta {
  ids: readonly string[];
  names: readonly string[];
  cities: readonly string[];
  latitudes: readonly number[];
  longitudes: readonly number[];
  exact: readonly boolean[];
  types: readonly string[];
  /** How many there are of each choice of a filter. */
  counts: Readonly<Partial<Record<string, Readonly<Partial<Record<string, number>>>>>>;
}

/** A place with a postcode, for "near". */
export interface Place extends Resource {
  postalCode: string | null;
  name: string;
  latitude: number;
  longitude: number;
}

/** What a link in a mail asks about an application. */
export interface ApplicationQuestion extends Resource {
  stage: string;
  vacancyId: string;
  vacancyTitle: string;
  organizationName: string;
  /** Between people, who can say in words how it went. */
  isHelpRequest: boolean;
  waitlistPosition: number | null;
  offerExpiresAt: string | null;
  waitingDays: number | null;
  askedCenterAt: string | null;
  events: readonly string[];
}

/** What a parent or guardian is asked. */
export interface GuardianQuestion extends Resource {
  firstName: string;
  lastName: string;
  centerName: string;
  minimumAge: number;
  expiresAt: string;
  /** The link is that of a yes, and takes it back. */
  isGiven: boolean;
}

export interface Invitation extends Resource {
  email: string;
  firstName: string | null;
  lastName: string | null;
  centerName: string;
  invitedBy: string | null;
  organizationName?: string | null;
}

export interface MailKind extends Resource {
  kind: string;
  locale: 'nl' | 'en';
  subject: string;
  isMandatory: boolean;
  /** Gathers others, on days of its own. */
  isDigest: boolean;
  canBeGathered: boolean;
}

export interface MailPreview extends MailKind {
  /** Other letters of the same kind. */
  variants: readonly string[];
  fromName: string;
  replyTo: string | null;
  unsubscribeUrl: string | null;
  html: string;
  text: string;
}

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface SecondFactor extends Resource {
  /** It may not be taken away: this account must have one. */
  required: boolean;
  isSetUp: boolean;
  /** This session has proved it. */
  isVerified: boolean;
  totp: boolean;
  passkeys: Passkey[];
  recoveryCodesLeft: number;
}

export interface TotpStart extends Resource {
  /** For who cannot scan. */
  secret: string;
  otpauthUrl: string;
  /** An svg of the same. */
  qrSvg: string;
}

export interface RecoveryCodes extends Resource {
  recoveryCodes?: readonly string[];
}

export interface PasskeyChallenge extends Resource {
  challengeId: string;
  options: unknown;
}

/** What of a new account goes along besides the person: a role, where, and whether to write. */
export interface NewPerson extends UserInput {
  email?: string;
  role?: string;
  scopeType?: string;
  scopeId?: string;
  schoolId?: string;
  /** Alone: whoever manages it. */
  organizationId?: string;
  invite?: boolean;
}

/** The organisation, and, of a visitor, who will manage it. */
export interface OrganizationSignUp extends OrganizationInput {
  acceptTerms: boolean;
  locale: string;
  contact?: Partial<RegistrationInput>;
}

export interface StepInput {
  event: string;
  reasonCode?: string | undefined;
  message?: string | undefined;
  expiresAt?: string | undefined;
  confirmed?: boolean | undefined;
}

export interface SentMeta {
  sentTo?: string;
}

export interface RolePlace {
  role: string;
  scopeType: string;
  scopeId: string | null;
}

type Facets = Readonly<Record<string, Readonly<Record<string, number>>>>;

type SignInMeta = { secondFactor?: unknown };

export const CALLS = {
  // The site.
  currentCentre: call('GET /volunteer_centers/current')<
    VolunteerCenter,
    Meta,
    Nothing,
    { include: string }
  >(),
  places: call('GET /locations')<Place>(),
  suggest: call('POST /organization_suggestions', 'organization_suggestions')(),
  mapBackground: call('GET /map_backgrounds/current')<MapBackgroundAnswer>(),
  mapOfOrganizations: call('GET /organizations/map')<Resource, SocialMapMeta>(),
  mapOfActivities: call('GET /activity_occurrences/map')<Resource, ActivityMapMeta>(),
  terms: call('GET /taxonomies/{id}')<Taxonomy>(),

  // Signing in and out.
  signIn: call('POST /auth/sign_in')<Resource, SignInMeta>(),
  signOut: call('DELETE /auth/sign_out')(),
  signInAs: call('POST /sign_in_as_user')<Resource, Meta, { userId: string; reason: string }>(),
  endSignInAs: call('DELETE /sign_in_as_user')(),
  signUp: call('POST /users/sign_up', 'users')<User, Meta, RegistrationInput>(),

  // The second step.

  // The links of letters.
  confirmAccount: call('POST /confirm')<User, { passwordNeeded?: boolean }>(),
  confirmEmail: call('POST /confirm_email')<User>(),
  showApplicationQuestion: call('POST /applications/by_link')<ApplicationQuestion>(),
  answerApplicationQuestion: call('POST /applications/by_link/answer')<ApplicationQuestion>(),
  confirmApplication: call('POST /applications/confirm')<Application, { hasAccount?: boolean }>(),
  undoErasure: call('POST /me/erasure/undo')(),
  showInvitation: call('POST /invitations/show')<Invitation>(),
  acceptInvitation: call('POST /invitations/accept')(),
  showGuardianQuestion: call('POST /guardian_consents/show')<GuardianQuestion>(),
  answerGuardianQuestion: call('POST /guardian_consents/answer')(),

  // Who is signed in.
  currentUser: call('GET /current_user')<User, Meta, Nothing, { include?: string }>(),
  currentOrganizations: call('GET /current_organizations')<Organization>(),
  unreadCount: call('GET /notifications/unread_count')<Resource, { count?: number }>(),
  readNotification: call('PUT /notifications/{id}/read')<Resource, Meta, Nothing>(),
  readAllNotifications: call('PUT /notifications/read_all')<Resource, Meta, Nothing>(),

  // People.
  tryMailAgain: call('POST /users/{id}/try_mail_again')<Resource, Meta, Record<string, never>>(),

  // Organisations.
  signUpOrganization: call('POST /organizations/signup', 'organizations')<
    Organization,
    Meta,
    OrganizationSignUp
  >(),
  decideOrganizationChange: call('PUT /organizations/{id}/requested_change')<
    Organization,
    Meta,
    { event: 'approve' | 'refuse'; message?: string }
  >(),
  decideOrganization: call('PUT /organizations/{id}/approve', 'organizations')<
    Organization,
    Meta,
    { status: Organization['status']; reasonCode?: string; reasonText?: string }
  >(),

  // Vacancies.
  facets: call('GET /vacancies/facets')<
    Resource,
    { total?: number; facets?: Facets; reading?: Understood | null },
    Nothing,
    Query
  >(),
  suggestions: call('GET /vacancies/suggestions')<Resource, Suggestions, Nothing, { q: string }>(),
  similar: call('GET /vacancies/{id}/similar')<Vacancy>(),
  keepVacancy: call('PUT /vacancies/{id}/favorite')<Resource, Meta, Nothing>(),
  dropVacancy: call('DELETE /vacancies/{id}/favorite')(),

  // Applications.
  apply: call('POST /applications', 'applications')<Application, SentMeta, object>(),
  register: call('POST /vacancies/{id}/applications/walk_in', 'applications')<Application>(),
} as const;
