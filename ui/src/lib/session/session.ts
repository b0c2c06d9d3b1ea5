// Who is signed in, and for which organisation they work now. Knows no role: rights come as `can` with each object.

import { batch, computed, signal } from '@preact/signals-react';
import { forgetAll } from '../../api/cache.ts';
import { CALLS } from '../../api/calls.ts';
import { ApiError, addHeaderSource, onRefusal } from '../../api/client.ts';
import { type AnswerOf, send } from '../../api/requests.ts';
import type { Organization, User } from '../../api/schema.d.ts';
import { centreId, centreMeta } from '../centre/centre.ts';
import { language } from '../locale/language.ts';
import { forget, readStored, store } from '../storage.ts';

export const SIGN_OUT_CLEAR_MS = 500;

export const CREDENTIALS_KEY = 'voluntr-session';
const ORGANIZATION_KEY = 'voluntr-organization';

/** The token itself is in a cookie that no script can read. */
export interface Credentials {
  client: string;
  uid: string;
}

export function isCredentials(value: unknown): value is Credentials {
  const { client, uid } = (value ?? {}) as Partial<Credentials>;
  return typeof client === 'string' && client !== '' && typeof uid === 'string' && uid !== '';
}

export function readCredentials(): Credentials | null {
  const stored = readStored<Credentials>(CREDENTIALS_KEY);
  return isCredentials(stored) ? stored : null;
}

export const credentials = signal<Credentials | null>(readCredentials());
export const currentUser = signal<User | null>(null);
/** Keys of menu entries the server offers: 'my_vacancies', 'applications', 'organizations_approve'. */
export const menu = signal<readonly string[]>([]);
export const organizations = signal<readonly Organization[]>([]);
/** The organisation one works for; null: the centre, or nobody; ONESELF: the work is put away. */
export const selectedOrganizationId = signal<string | null>(readStored<string>(ORGANIZATION_KEY));
/** One's own volunteering comes first. */
export const ONESELF = 'me';
export const isForOneself = computed(() => selectedOrganizationId.value === ONESELF);
/**
 * refused: the current user (401) or their organisations cannot be loaded, and the person is sent to /uitloggen;
 * half: the password was right and the second step is still to come;
 * elsewhere: the account belongs to another site.
 */
export const sessionStatus = signal<
  'idle' | 'pending' | 'success' | 'refused' | 'half' | 'elsewhere' | 'failed'
>('idle');

/** What the second step asks of who is signed in; null when it asks nothing now. */
export interface SecondStep {
  isSetUp: boolean;
  methods: readonly string[];
}
export const secondStep = signal<SecondStep | null>(null);

/** Somebody of the centre looks as this person does, until then. */
export interface Impersonation {
  by: string;
  until: string;
  reason: string;
}
export const impersonation = signal<Impersonation | null>(null);

/** Somebody young, whose parent or guardian has to agree first; null for everybody else. */
export interface GuardianWaiting {
  /** `wanted`: nobody has been named yet. */
  state: 'wanted' | 'asked';
  email: string | null;
  endsAt: string | null;
  minimumAge: number;
  /** Whether another address may be named. */
  mayAsk: boolean;
}
export const guardianWaiting = signal<GuardianWaiting | null>(null);

/** The answer that said that this account belongs to another site. */
export const wrongCenter = signal<ApiError | null>(null);

export const isSignedIn = computed(() => credentials.value !== null);

export const selectedOrganization = computed(
  () => organizations.value.find((each) => each.id === selectedOrganizationId.value) ?? null,
);

addHeaderSource(() => ({
  'X-Tenant': centreMeta.value.tenant ?? undefined,
  'App-Context': centreMeta.value.context,
  'Volunteer-Center-Id': centreId.value ?? undefined,
  'Current-Organization-Id':
    isSignedIn.value && !isForOneself.value ? (selectedOrganizationId.value ?? undefined) : undefined,
  'Accept-Language': language.value,
  client: credentials.value?.client,
  uid: credentials.value?.uid,
}));

export function selectOrganization(id: string | null): void {
  selectedOrganizationId.value = id;
  if (id === null) forget(ORGANIZATION_KEY);
  else store(ORGANIZATION_KEY, id);
}

/** What one works with now: nothing but one's own while one is here for oneself. */
export const menuOfNow = computed(() =>
  isForOneself.value ? menu.value.filter((right) => OF_ONESELF.includes(right)) : menu.value,
);

/** What volunteers have: nobody works with these. */
const OF_ONESELF: readonly string[] = ['my_applications', 'help_requests'];

/** Whether somebody has work here at all. */
export const hasWork = computed(() => menu.value.some((right) => !OF_ONESELF.includes(right)));

/** Whether somebody works for all organisations of a centre. */
export const isForCentre = (rights: readonly string[]): boolean => rights.includes('vacancies_review');

/**
 * What was chosen before if it is still there. Else nothing for who works for the centre: an organisation would narrow
 * its lists. Else the first school or centre; else the first.
 */
export function organizationToSelect(
  all: readonly Organization[],
  chosen: string | null,
  worksForCentre = false,
): string | null {
  if (chosen === ONESELF || all.some((each) => each.id === chosen)) return chosen;
  if (worksForCentre) return null;
  const preferred = all.find((each) => ['School', 'VolunteerCenter'].includes(each.organizationType));
  return (preferred ?? all[0])?.id ?? null;
}

/**
 * A choice that is theirs no more is dropped, and what they work with is asked for again. A second step that is asked at
 * any moment is asked on its own screen. And where a session turns out to be over, the current user is asked for again:
 * that answer says whether it is.
 */
onRefusal((error) => {
  // A browser drops the token when its days are over, and then says nothing of it.
  const isOver = error.hasCode('session_expired') || error.hasCode('not_signed_in');
  const isNotTheirs = error.hasCode('organization_not_yours');
  if (isNotTheirs) selectOrganization(null);
  if ((isOver || isNotTheirs) && sessionStatus.peek() === 'success') void reloadSession();
  const asked = error.errors.find((each) => each.code === 'second_factor_needed');
  if (asked && isSignedIn.peek()) askSecondStep(asked.meta);
});

/** The password was right, or somebody must have a second step from now on. */
export function askSecondStep(meta: unknown): void {
  const { is_set_up, methods } = (meta ?? {}) as { is_set_up?: unknown; methods?: unknown };
  batch(() => {
    secondStep.value = {
      isSetUp: is_set_up === true,
      methods: Array.isArray(methods) ? methods.map(String) : [],
    };
    sessionStatus.value = 'half';
  });
}

let loading: Promise<void> | null = null;
let clearing: ReturnType<typeof setTimeout> | undefined;

/** Loads user and organisations once; later calls wait for the same load. Never throws: see sessionStatus. */
export function loadSession(): Promise<void> {
  if (!isSignedIn.value || ['success', 'half', 'elsewhere'].includes(sessionStatus.value))
    return Promise.resolve();
  loading ??= fetchSession().finally(() => {
    loading = null;
  });
  return loading;
}

async function fetchSession(): Promise<void> {
  sessionStatus.value = 'pending';
  const chosen = selectedOrganizationId.peek();
  const [me, mine] = await Promise.allSettled([
    send(CALLS.currentUser, { query: { include: 'roles' } }),
    send(CALLS.currentOrganizations),
  ]);
  // The choice of before was dropped, as it is theirs no more: without it they come in.
  if (chosen !== selectedOrganizationId.peek()) return fetchSession();
  // What the person's own answer says goes before what their organisations' says.
  if (me.status === 'rejected') refuse(me.reason, (status) => status === 401);
  else if (mine.status === 'rejected') refuse(mine.reason, () => true);
  else accept(me.value, mine.value);
}

function accept(
  { item, meta: about }: AnswerOf<typeof CALLS.currentUser>,
  mine: AnswerOf<typeof CALLS.currentOrganizations>,
): void {
  batch(() => {
    currentUser.value = item;
    menu.value = Array.isArray(about.menu) ? (about.menu as string[]) : [];
    impersonation.value = (about.impersonation as Impersonation | null | undefined) ?? null;
    guardianWaiting.value = (about.guardian as GuardianWaiting | null | undefined) ?? null;
    organizations.value = mine.items;
    const chosen = selectedOrganizationId.value;
    selectOrganization(organizationToSelect(organizations.value, chosen, isForCentre(menu.value)));
    secondStep.value = null;
    sessionStatus.value = 'success';
  });
}

/** Being offline is no reason to sign anybody out. */
function refuse(cause: unknown, signsOut: (status: number) => boolean): void {
  if (!(cause instanceof ApiError) || cause.isOffline) sessionStatus.value = 'failed';
  else if (cause.hasCode('second_factor_needed')) sessionStatus.value = 'half';
  else if (cause.message === 'wrong center') {
    wrongCenter.value = cause;
    sessionStatus.value = 'elsewhere';
  } else sessionStatus.value = signsOut(cause.statusCode) ? 'refused' : 'failed';
}

/** Loads again, such as after a change of the profile or of an organisation. */
export async function reloadSession(): Promise<void> {
  sessionStatus.value = 'idle';
  await loadSession();
}

/** Credentials go at once; what is on the screen goes a moment later. */
export function dropCredentials(): void {
  batch(() => {
    credentials.value = null;
    sessionStatus.value = 'idle';
    secondStep.value = null;
    wrongCenter.value = null;
    impersonation.value = null;
    guardianWaiting.value = null;
  });
  forget(CREDENTIALS_KEY);
  forgetAll();
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    // Somebody came in meanwhile.
    if (credentials.peek() !== null) return;
    currentUser.value = null;
    menu.value = [];
    organizations.value = [];
    selectOrganization(null);
  }, SIGN_OUT_CLEAR_MS);
}
