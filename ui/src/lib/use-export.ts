// What a screen with a list needs to give it as a file, and to say what came of it.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Query } from '../api/client.ts';
import type { Export } from '../api/people-resources.ts';
import { normaliseError } from './errors.ts';
import { type ExportFormat, fetchFile, file, forgetFile, isGone, loadFile, makeFile } from './export-file.ts';
import { addToast } from './toasts.ts';

/** `words` names the texts of the list, which has them under `export`. */
export function useExport(words: string, resource: Export['resource']) {
  const { t } = useTranslation(words);
  return async (query: Query, format: ExportFormat): Promise<void> => {
    try {
      if (await makeFile(resource, query, format)) addToast({ title: t('export.done'), color: 'success' });
    } catch (thrown) {
      addToast({ title: t('export.failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  };
}

/** The file that is made, or that the address of a letter names. */
export function useExportFile(words: string, id: string | null) {
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
