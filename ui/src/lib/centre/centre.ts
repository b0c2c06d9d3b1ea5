// The current centre: its name, profile, theme, features and its own words.

import { computed, signal } from '@preact/signals-react';
import { CALLS } from '../../api/calls.ts';
import type { VacancyType } from '../../api/choices.ts';
import { send } from '../../api/requests.ts';
import type { Theme, VolunteerCenter, VolunteerCenterProfile } from '../../api/schema.d.ts';
import { writeCookie } from '../storage.ts';
import type { FirstData } from './first-data.ts';

export const CENTRE_ADDRESS = '/api/v1/volunteer_centers/current?include=profile,theme,address';

const CENTRE_COOKIE_DAYS = 365;

export interface CentreMeta {
  tenant: string | null;
  context: 'main' | 'meedoen';
  /** None of them is known before the centre is. */
  features: Readonly<Partial<Record<'peerToPeer' | 'volunteerProfiles' | 'activities', boolean>>>;
  wording: 'neighbour' | 'one_on_one' | null;
  /** The types of vacancy that are offered here. */
  vacancyTypes: readonly VacancyType[];
  /** Everything but this path leads to this path. */
  redirectPath: string | null;
  appName: string | null;
  counts: Readonly<{ vacancies?: number }>;
  /** The centre's own; an empty one is that of the program. */
  menus: Readonly<{ header: readonly SiteMenuEntry[]; footer: readonly SiteMenuEntry[] }>;
}

export interface SiteMenuLink {
  name: string;
  nameEn: string;
  path: string;
  pathEn: string | null;
}

export interface SiteMenuEntry extends Omit<SiteMenuLink, 'path'> {
  /** Null: a heading. */
  path: string | null;
  entries: readonly SiteMenuLink[];
}

const UNKNOWN: CentreMeta = {
  tenant: null,
  context: 'main',
  features: {},
  wording: null,
  vacancyTypes: [],
  redirectPath: null,
  appName: null,
  counts: {},
  menus: { header: [], footer: [] },
};

export const centre = signal<VolunteerCenter | null>(null);
export const centreMeta = signal<CentreMeta>(UNKNOWN);
export const centreId = signal<string | null>(null);

export const centreProfile = computed<VolunteerCenterProfile | null>(() => centre.value?.profile ?? null);
export const theme = computed<Theme | null>(() => centre.value?.theme ?? null);
export const wording = computed(() => centreMeta.value.wording);
export const features = computed(() => centreMeta.value.features);

/** The centre's name, unless the tenant has a name of its own. */
export const appName = computed(() => centreMeta.value.appName ?? centre.value?.name ?? '');

export function setFirstCentre(first: FirstData): void {
  centreId.value = first.centerId;
  centreMeta.value = { ...centreMeta.value, tenant: first.tenant, context: first.context };
}

/** Where several centres share a host, the server's next page is that of this one. */
export function rememberCentre(id: string): void {
  writeCookie('volunteerCenterId', id, CENTRE_COOKIE_DAYS);
}

let loading: Promise<void> | null = null;

/** Loads the centre if it is not there yet. Throws when it cannot be had: without it there is no site. */
export function loadCentre(): Promise<void> {
  if (centre.value) return Promise.resolve();
  loading ??= fetchCentre().finally(() => {
    loading = null;
  });
  return loading;
}

async function fetchCentre(): Promise<void> {
  const { item: found, meta: about } = await send(CALLS.currentCentre, {
    query: { include: 'profile,theme,address' },
  });
  if (!found) return;
  const meta = about as Partial<CentreMeta>;
  centreMeta.value = { ...centreMeta.value, ...meta };
  centreId.value = found.id;
  centre.value = found;
}

/** A changed theme or profile is seen at once by everyone who follows the signals. */
export function changeCentre(changed: Partial<VolunteerCenter>): void {
  if (centre.value) centre.value = { ...centre.value, ...changed };
}
