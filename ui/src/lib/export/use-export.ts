// What a screen with a list needs to give it as a file, and to say what came of it.

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import type { ListParams } from '../../api/params.ts';
import type { Export } from '../../api/schema.d.ts';
import { normaliseError } from '../feedback/errors.ts';
import { addToast } from '../feedback/toasts.ts';
import { type ExportFormat, fetchFile, file, forgetFile, isGone, loadFile, makeFile } from './export-file.ts';

/** Lists that can be had as a file: their words have `export`. */
export type ExportWords = 'applications' | 'audit-log-screen' | 'checks' | 'organization-list' | 'users';

/** `words` names the texts of the list, which has them under `export`. */
export function useExport<K extends Export['resource']>(words: ExportWords, resource: K) {
  const { t } = useTranslation(words);
  return async (params: ListParams<K>, format: ExportFormat): Promise<void> => {
    try {
      if (await makeFile(resource, params, format)) addToast({ title: t('export.done'), color: 'success' });
    } catch (thrown) {
      addToast({ title: t('export.failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  };
}

/** The file that is made, or that the address of a letter names. */
export function useExportFile(words: ExportWords, id: string | null) {
  const { t } = useTranslation(words);
  useEffect(() => {
    if (id) void loadFile(id);
    return forgetFile;
  }, [id]);
  const made = file.value;

  async function handleFetch(): Promise<void> {
    if (made === null) return;
    try {
      await fetchFile(made.id);
      addToast({ title: t('export.done'), color: 'success' });
    } catch (thrown) {
      if (thrown instanceof ApiError && [404, 410].includes(thrown.statusCode)) isGone.value = true;
      else addToast({ title: t('export.failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }
  return { words, made, isGone: isGone.value, onFetch: handleFetch };
}
