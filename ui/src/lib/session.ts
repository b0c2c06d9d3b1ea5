// Who is signed in, and for which organisation they work now. Knows no role: rights come as `can` with each object.
import { computed, signal } from '@preact/signals-react';
import { ApiError, addHeaderSource, get, post, remove } from '../api/client.ts';
import { readList, readMeta, readOne } from '../api/jsonapi.ts';
import type { Organization, User } from '../api/resources.ts';
import { centreId, centreMeta } from './centre.ts';
import { language } from './language.ts';
import { forget, readStored, store } from './storage.ts';

export const SIGN_OUT_CLEAR_MS = 500;

const CREDENTIALS_KEY = 'voluntr-session';
const ORGANIZATION_KEY = 'voluntr-organization';

/** The token itself is in a cookie that no script can read. */
export interface Credentials {
  client: string;
  uid: string;
}

function isCredentials(value: unknown): value is Credentials {
  const { client, uid } = (value ?? {}) as Partial<Credentials>;
  return typeof client === 'string' && client !== '' && typeof uid === 'string' && uid !== '';
}

function readCredentials(): Credentials | null {
  const stored = readStored<Credentials>(CREDENTIALS_KEY);
  return isCredentials(stored) ? stored : null;
}

export const credentials = signal<Credentials | null>(readCredentials());
export const currentUser = signal<User | null>(null);
/** Keys of menu entries the server offers: 'my_vacancies', 'applications', 'organizations_approve'. */
export const menu = signal<readonly string[]>([]);
export const organizations = signal<readonly Organization[]>([]);
export const selectedOrganizationId = signal<string | null>(readStored<string>(ORGANIZATION_KEY));
/** 401: the current user cannot be loaded, or their organisations cannot: the person is sent to /uitloggen. */
export const sessionStatus = signal<'idle' | 'pending' | 'success' | 'refused' | 'failed'>('idle');

export const isSignedIn = computed(() => credentials.value !== null);

export const selectedOrganization = computed(
  () => organizations.value.find((each) => each.id === selectedOrganizationId.value) ?? null,
);

addHeaderSource(() => ({
  'X-Tenant': centreMeta.value.tenant ?? undefined,
  'App-Context': centreMeta.value.context,
  'Volunteer-Center-Id': centreId.value ?? undefined,
  'Current-Organization-Id': isSignedIn.value ? (selectedOrganizationId.value ?? undefined) : undefined,
  'Accept-Language': language.value,
  client: credentials.value?.client,
  uid: credentials.value?.uid,
}));

export function selectOrganization(id: string | null): void {
  selectedOrganizationId.value = id;
  if (id === null) forget(ORGANIZATION_KEY);
  else store(ORGANIZATION_KEY, id);
}

/** What was chosen before if it is still there; else the first school or centre; else the first. */
export function organizationToSelect(all: readonly Organization[], chosen: string | null): string | null {
  if (chosen !== null && all.some((each) => each.id === chosen)) return chosen;
  const preferred = all.find((each) => ['School', 'VolunteerCenter'].includes(each.organizationType));
  return (preferred ?? all[0])?.id ?? null;
}

function keep(headers: Headers): void {
  const found = { client: headers.get('client') ?? '', uid: headers.get('uid') ?? '' };
  if (!isCredentials(found)) return;
  clearTimeout(clearing);
  credentials.value = found;
  store(CREDENTIALS_KEY, found);
}

let loading: Promise<void> | null = null;
let clearing: ReturnType<typeof setTimeout> | undefined;

/** Loads user and organisations once; later calls wait for the same load. Never throws: see sessionStatus. */
export function loadSession(): Promise<void> {
  if (!isSignedIn.value || sessionStatus.value === 'success') return Promise.resolve();
  loading ??= fetchSession().finally(() => {
    loading = null;
  });
  return loading;
}

async function fetchSession(): Promise<void> {
  sessionStatus.value = 'pending';
  try {
    const [me, mine] = await Promise.all([
      get('/current_user', { query: { include: 'roles' } }),
      get('/current_organizations').catch((cause: unknown) => {
        throw new OrganizationsFailed(cause);
      }),
    ]);
    currentUser.value = readOne<User>(me.document);
    const about = readMeta(me.document);
    menu.value = Array.isArray(about.menu) ? (about.menu as string[]) : [];
    organizations.value = readList<Organization>(mine.document);
    selectOrganization(organizationToSelect(organizations.value, selectedOrganizationId.value));
    sessionStatus.value = 'success';
  } catch (cause) {
    sessionStatus.value = refusal(cause);
  }
}

class OrganizationsFailed extends Error {
  constructor(cause: unknown) {
    super('organizations', { cause });
  }
}

/** Being offline is no reason to sign anybody out. */
function refusal(cause: unknown): 'refused' | 'failed' {
  const isAboutOrganizations = cause instanceof OrganizationsFailed;
  const answer = isAboutOrganizations ? cause.cause : cause;
  if (!(answer instanceof ApiError) || answer.isOffline) return 'failed';
  return isAboutOrganizations || answer.statusCode === 401 ? 'refused' : 'failed';
}

/** Loads again, such as after a change of the profile or of an organisation. */
export async function reloadSession(): Promise<void> {
  sessionStatus.value = 'idle';
  await loadSession();
}

/** Throws ApiError: 401 invalid_credentials | unconfirmed | account_inactive, 403 wrong_center. */
export async function signIn(email: string, password: string): Promise<void> {
  const answer = await post('/auth/sign_in', { email, password }, { headers: { 'App-Session': 'cookie' } });
  keep(answer.headers);
  await reloadSession();
}

/** Becomes another user; the server checks whether that is allowed. */
export async function signInAs(userId: string): Promise<void> {
  const answer = await post('/sign_in_as_user', { userId }, { headers: { 'App-Session': 'cookie' } });
  keep(answer.headers);
  selectOrganization(null);
  await reloadSession();
}

/** Credentials go at once, also when the call fails; what is on the screen goes a moment later. */
export async function signOut(): Promise<void> {
  try {
    if (isSignedIn.value) await remove('/auth/sign_out');
  } catch {
    // The server forgets the session by itself; here it ends in any case.
  } finally {
    dropCredentials();
  }
}

function dropCredentials(): void {
  credentials.value = null;
  forget(CREDENTIALS_KEY);
  sessionStatus.value = 'idle';
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    currentUser.value = null;
    menu.value = [];
    organizations.value = [];
    selectOrganization(null);
  }, SIGN_OUT_CLEAR_MS);
}

/** Signing out in one tab signs out in all. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    if (event.key !== CREDENTIALS_KEY) return;
    const now = readCredentials();
    if (now === null) dropCredentials();
    else {
      credentials.value = now;
      void reloadSession();
    }
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
