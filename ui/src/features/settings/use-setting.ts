// One part of a centre in a form: loaded anew, saved on its own against the version that was loaded, and back again.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useResource } from '../../api/hooks.ts';
import type { InputOf, ItemParams, ResourceOf } from '../../api/params.ts';
import { readResource, updateResource } from '../../api/requests.ts';
import type { Problem } from '../../components/form/problems.ts';
import { changeCentre } from '../../lib/centre/centre.ts';
import { normaliseError, showError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { markSaved, markUnsaved } from '../../lib/unsaved/unsaved.ts';

export type SettingType = 'volunteer_centers' | 'volunteer_center_profiles' | 'themes' | 'tenant_settings';

export interface Setting<K extends SettingType> {
  found: ResourceOf<K> | null;
  /** Names the form: another one begins it anew. */
  round: number;
  /** Somebody else saved in between. */
  hasConflict: boolean;
  save: (attributes: InputOf<K>) => Promise<readonly Problem[]>;
  /** Loads what is stored now; what was typed is gone. */
  reload: () => Promise<void>;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The centre that is shown follows what was saved. */
function showIn<K extends SettingType>(type: K, fresh: ResourceOf<K>): void {
  if (type === 'themes') changeCentre({ theme: fresh as ResourceOf<'themes'> });
  else if (type === 'volunteer_center_profiles') {
    changeCentre({ profile: fresh as ResourceOf<'volunteer_center_profiles'> });
  } else if (type === 'volunteer_centers') {
    const { profile: _, theme: __, address: ___, ...own } = fresh as ResourceOf<'volunteer_centers'>;
    changeCentre(own);
  }
}

/** An answer to a change does not have it. */
async function showAddress(id: string): Promise<void> {
  const { address } = await readResource('volunteer_centers', id, { include: ['address'] });
  changeCentre({ address: address ?? null });
}

export function useSetting<K extends SettingType>(
  type: K,
  id: string | null,
  unsaved: string,
  { isShown = true }: { isShown?: boolean } = {},
): Setting<K> {
  const { t } = useTranslation('settings');
  // A centre's address is a row of its own.
  const asked = (type === 'volunteer_centers' ? { include: ['address'] } : {}) as ItemParams<K>;
  const { item: found, error, refresh } = useResource(type, id, asked, { isNew: true });
  const [round, setRound] = useState(0);
  const [hasConflict, setHasConflict] = useState(false);
  useEffect(() => {
    if (error) showError(normaliseError(error, { fatal: true }));
  }, [error]);
  useEffect(() => () => markSaved(unsaved), [unsaved]);

  async function reload() {
    await refresh();
    setHasConflict(false);
    markSaved(unsaved);
    setRound((times) => times + 1);
  }

  async function save(attributes: InputOf<K>) {
    if (!found) return [];
    try {
      const fresh = await updateResource(type, found.id, attributes);
      if (isShown) showIn(type, fresh);
      if (type === 'volunteer_centers' && 'address' in attributes) await showAddress(found.id);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.statusCode !== 412) throw thrown;
      setHasConflict(true);
      return [{ detail: t('conflict.title') }];
    }
    markSaved(unsaved);
    setHasConflict(false);
    setRound((times) => times + 1);
    addToast({ title: t('saved'), color: 'success' });
    return [];
  }

  const onUnsaved = (isUnsaved: boolean): void => (isUnsaved ? markUnsaved(unsaved) : markSaved(unsaved));
  return { found, round, hasConflict, save, reload, onUnsaved };
}
