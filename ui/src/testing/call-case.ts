// What the cases of calls are made of: who asks, what an answer must hold, and what the demo has.

import { ApiError } from '../api/client.ts';
import type { Resource } from '../api/jsonapi.ts';
import { type Answered, listResource, send } from '../api/requests.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';

export type Who = 'nobody' | 'vrijwilliger' | 'organisatie' | 'centrum' | 'leerling' | 'mentor' | 'admin';

export interface CallCase {
  as: Who;
  ask: () => Promise<unknown>;
}

/** The first object of an answer has these; a call that answers none fails. */
export async function holds<A extends Resource>(
  asked: Promise<Answered<A, unknown>>,
  ...names: (keyof A)[]
): Promise<void> {
  const { item } = await asked;
  if (item === null) throw new Error('the answer holds no object');
  const missing = names.filter((name) => !(name in item));
  if (missing.length > 0) throw new Error(`the answer lacks ${missing.join(', ')}`);
}

export async function says<M>(asked: Promise<Answered<Resource, M>>, ...names: (keyof M)[]): Promise<void> {
  const { meta } = await asked;
  const missing = names.filter((name) => !(name in meta));
  if (missing.length > 0) throw new Error(`the answer does not say ${missing.join(', ')}`);
}

/** Understood, and refused for this reason: what it is about is made up. */
export async function refused(asked: Promise<unknown>, ...codes: string[]): Promise<void> {
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

export const first = <T>(items: readonly T[]): T => {
  const [found] = items;
  if (found === undefined) throw new Error('the demo has none');
  return found;
};

export const PASSWORD = 'welkom-in-lindewaard';
export const NEW_PASSWORD = 'paarse-fietsen-en-regen';
export const NO_TOKEN = 'x';
export const EXPIRED = 'link_expired';

export const aVacancy = async () =>
  first(
    (await listResource('vacancies', { filter: { mineEq: true, statusEq: 'published' }, page: { size: 1 } }))
      .items,
  ).id;
export const aDraft = async () => {
  const { item } = await send(STAFF_CALLS.duplicateVacancy, { id: await aVacancy() });
  return item?.id ?? '';
};
export const anApplication = async () =>
  first((await listResource('applications', { filter: { mineEq: false, stageEq: 'new' } })).items).id;
export const aPerson = async () =>
  first((await listResource('users', { filter: { statusEq: 'active' }, sort: '-created_at' })).items).id;
export const aWaiting = async () =>
  first((await listResource('organizations', { filter: { statusEq: 'pending' } })).items).id;
/** One that takes part and is not the first: nothing of the demo's own is changed. */
export const anOrganization = async () =>
  first(
    (await listResource('organizations', { filter: { statusEq: 'approved' }, sort: '-created_at' })).items,
  ).id;
export const someone = (name: string) => ({
  firstName: 'Nel',
  lastName: 'Proef',
  email: `${name}@voorbeeld.example`,
});
export const anInvited = async (name: string) => {
  const { item } = await send(STAFF_CALLS.addPerson, { body: { ...someone(name), invite: true } });
  return item?.id ?? '';
};
export const FILE = btoa('Voornaam;Achternaam;E-mail\nLies;Proef;lies.proef@voorbeeld.example\n');
export const anImport = async () => {
  const body = { resource: 'users', fileName: 'mensen.csv', file: FILE } as const;
  return (await send(STAFF_CALLS.importTable, { body })).item?.id ?? '';
};
