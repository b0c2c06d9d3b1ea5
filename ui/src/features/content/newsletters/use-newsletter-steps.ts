// What is done with a newsletter besides writing it: a copy made, a draft deleted, sending held up, gone on with or ended.
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { NEWSLETTER_CALLS, type Newsletter, type NewsletterStep } from '../../../api/newsletter-calls.ts';
import { createResource, removeResource, send } from '../../../api/requests.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { monthAndYear } from '../../../lib/locale/local-time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { hrefOfOne } from './newsletters-url.ts';

export interface NewsletterSteps {
  /** A new draft, in its editor. */
  add: () => Promise<void>;
  duplicate: (newsletter: Newsletter) => Promise<void>;
  /** Whether it is done. */
  remove: (newsletter: Newsletter) => Promise<boolean>;
  take: (newsletter: Newsletter, step: NewsletterStep) => Promise<boolean>;
}

export function useNewsletterSteps(): NewsletterSteps {
  const { t } = useTranslation('newsletters');

  async function attempt(ask: () => Promise<void>): Promise<boolean> {
    try {
      await ask();
      return true;
    } catch (cause) {
      const isLate = cause instanceof ApiError && cause.hasCode('invalid_transition');
      const words = cause instanceof ApiError && cause.message ? cause.message : t('failed');
      addToast({ title: isLate ? t('late') : words, color: 'danger' });
      return false;
    }
  }

  return {
    add: async () => {
      await attempt(async () => {
        const month = monthAndYear(new Date().toISOString());
        const made = await createResource('newsletters', { title: t('add.title', { month }) });
        navigateTo(hrefOfOne({ id: made.id, status: 'draft' }));
      });
    },
    duplicate: async ({ id }) => {
      await attempt(async () => {
        const { item } = await send(NEWSLETTER_CALLS.duplicate, { id });
        if (!item) return;
        addToast({ title: t('duplicated'), color: 'success' });
        navigateTo(hrefOfOne(item));
      });
    },
    remove: ({ id, title }) =>
      attempt(async () => {
        await removeResource('newsletters', id);
        addToast({ title: t('removed', { title }), color: 'success' });
      }),
    take: ({ id }, step) =>
      attempt(async () => {
        await send(NEWSLETTER_CALLS[step], { id });
        addToast({ title: t(`done.${step}`), color: 'success' });
      }),
  };
}
