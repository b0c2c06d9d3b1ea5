// The calls of the centre's settings, asked of a real server.
import { CALLS } from '../api/calls.ts';
import { readResource, send, updateResource } from '../api/requests.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';
import type { CallCase } from './call-case.ts';

/** The centre of this site, with a change of each part, so that each has versions. */
async function theCentre(): Promise<{ id: string; profile: string; theme: string }> {
  const { item } = await send(CALLS.currentCentre, { query: { include: 'profile,theme,address' } });
  const [id, profile, theme] = [item?.id ?? '', item?.profile?.id ?? '', item?.theme?.id ?? ''];
  return { id, profile, theme };
}

type Type = 'volunteer_centers' | 'volunteer_center_profiles' | 'themes';

async function changed(type: Type, id: string, attributes: object): Promise<void> {
  await readResource(type, id);
  await updateResource(type, id, attributes);
}

async function twoVersions(type: Type, id: string, [one, other]: readonly [object, object]): Promise<void> {
  await changed(type, id, one);
  await changed(type, id, other);
}

const NAMES = [{ minimumAge: 17 }, { minimumAge: 16 }] as const;
const FOOTERS = [{ footerColumn8Title: 'Eerst' }, { footerColumn8Title: 'Toen' }] as const;
const SHAPES = [{ defaultShape: 'straight' }, { defaultShape: 'rounded' }] as const;

export const SETTINGS_CASES = {
  centreVersions: {
    as: 'centrum',
    ask: async () => {
      const { id } = await theCentre();
      await twoVersions('volunteer_centers', id, NAMES);
      const { items } = await send(STAFF_CALLS.centreVersions, { id });
      if (!items[0]?.changes.includes('minimum_age')) throw new Error('no change in the newest version');
    },
  },
  restoreCentre: {
    as: 'centrum',
    ask: async () => {
      const { id } = await theCentre();
      await twoVersions('volunteer_centers', id, NAMES);
      await send(STAFF_CALLS.restoreCentre, { id, number: '1', body: { only: ['minimum_age'] } });
    },
  },
  profileVersions: {
    as: 'centrum',
    ask: async () => send(STAFF_CALLS.profileVersions, { id: (await theCentre()).profile }),
  },
  restoreProfile: {
    as: 'centrum',
    ask: async () => {
      const { profile: id } = await theCentre();
      await twoVersions('volunteer_center_profiles', id, FOOTERS);
      await send(STAFF_CALLS.restoreProfile, { id, number: '2', body: { only: ['footer_column_8_title'] } });
    },
  },
  themeVersions: {
    as: 'centrum',
    ask: async () => send(STAFF_CALLS.themeVersions, { id: (await theCentre()).theme }),
  },
  restoreTheme: {
    as: 'centrum',
    ask: async () => {
      const { theme: id } = await theCentre();
      await twoVersions('themes', id, SHAPES);
      await send(STAFF_CALLS.restoreTheme, { id, number: '1', body: { only: ['default_shape'] } });
    },
  },
  themeChoices: {
    as: 'nobody',
    ask: async () => {
      const { meta } = await send(STAFF_CALLS.themeChoices);
      if (meta.fonts?.length !== 11 || !meta.footerVariants) throw new Error('no choices');
    },
  },
  previewTheme: {
    as: 'centrum',
    ask: async () => {
      const { theme: id } = await theCentre();
      const { meta } = await send(STAFF_CALLS.previewTheme, { id, body: { primaryColorPreset: 'rose' } });
      if (!meta.css || meta.pairs?.[0]?.isEnough === undefined) throw new Error('no preview');
    },
  },
} satisfies Record<string, CallCase>;
