// Takes a page back from what was removed, and says so; or says what stands in the way.
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/client.ts';
import { CONTENT_CALLS } from '../../../../api/content-calls.ts';
import { send } from '../../../../api/requests.ts';
import type { Page } from '../../../../api/schema.d.ts';
import { addToast } from '../../../../lib/feedback/toasts.ts';

export function useRestorePage(): (page: Page) => Promise<void> {
  const { t } = useTranslation('content-pages');
  return async ({ id, title }) => {
    try {
      await send(CONTENT_CALLS.restoreDeletedPage, { id });
      addToast({ title: t('list.restored', { title }), color: 'success' });
    } catch (cause) {
      addToast({
        title: t('list.notRestored', { title }),
        message: cause instanceof ApiError && cause.message ? cause.message : t('failed'),
        color: 'danger',
        duration: 0,
      });
    }
  };
}
