// Taking a step and saying what came of it.

import { useTranslation } from 'react-i18next';
import { shownItem } from '../../../api/cache.ts';
import type { StepInput } from '../../../api/calls.ts';
import { ApiError } from '../../../api/client.ts';
import type { Application } from '../../../api/schema.d.ts';
import { loadUnreadCount } from '../../../lib/feedback/notifications.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { takeStep } from './application.store.ts';
import { openDialog } from './use-dialog.ts';
import { namesOf } from './use-step-words.ts';

/** The dialog closes when the step is taken; with nothing to go wrong for others (contact) at once. */
export function useTake(
  application: Application,
  words: string,
): (input: StepInput, close: () => void) => Promise<boolean> {
  const { t } = useTranslation('applications');
  const names = namesOf(application);

  function tellChange(): void {
    const stage = t(`stage.${(shownItem(application) ?? application).stage}`);
    addToast({
      title: t('done.changed.title'),
      message: t('done.changed.text', { stage }),
      color: 'warning',
    });
  }

  return async (input, close) => {
    const isAtOnce = input.event === 'contact';
    if (isAtOnce) close();
    try {
      const outcome = await takeStep(application, input);
      if (!isAtOnce) close();
      if (outcome === 'changed') {
        tellChange();
        return true;
      }
      const of = `done.${words}`;
      addToast({
        title: serverWords(t)(`${of}.title`, names),
        message: serverWords(t)(`${of}.text`, names),
        color: 'success',
      });
      void loadUnreadCount();
      return true;
    } catch (cause) {
      if (!isAtOnce) throw cause;
      const reason =
        cause instanceof ApiError && cause.statusCode > 0 ? cause.message : t('done.failed.text');
      addToast({ title: t('done.failed.title'), message: reason, color: 'danger' });
      openDialog(application.id, input.event);
      return false;
    }
  };
}
