// Both languages of a page: where it stands in the other one, or the way to make that.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTENT_CALLS } from '../../../../api/content-calls.ts';
import { send } from '../../../../api/requests.ts';
import { AppLink } from '../../../../components/actions/app-link.tsx';
import { ConfirmDialog } from '../../../../components/feedback/dialog.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../../lib/navigation/navigation.ts';
import type { PageEditor } from '../state/use-page-editor.ts';

const LOCALES = ['nl', 'en'] as const;

export function TranslationSwitch({ editor }: { editor: PageEditor }) {
  const { t } = useTranslation('content-pages');
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { page } = editor;

  async function handleMake() {
    setBusy(true);
    try {
      await editor.flush();
      const locale = page.locale === 'nl' ? 'en' : 'nl';
      const { item } = await send(CONTENT_CALLS.duplicatePage, { id: page.id, body: { locale } });
      if (item) navigateTo(`/content/pages/${item.id}/edit`);
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
      setBusy(false);
    }
  }

  return (
    <nav className="translation-switch" aria-label={t('translation.label')}>
      {LOCALES.map((locale) => {
        const short = locale.toUpperCase();
        const name = t(`locale.${locale}`);
        if (locale === page.locale) {
          return (
            <span key={locale} className="is-current" lang={locale} aria-current="true">
              <span aria-hidden="true">{short}</span>
              <span className="visually-hidden">{name}</span>
            </span>
          );
        }
        if (page.translationId) {
          return (
            <AppLink
              key={locale}
              lang={locale}
              href={`/content/pages/${page.translationId}/edit`}
              aria-label={`${short}, ${name}`}
            >
              {short}
            </AppLink>
          );
        }
        return (
          <button
            key={locale}
            type="button"
            className="is-missing"
            aria-label={t('translation.missing', { name })}
            onClick={() => setIsAsking(true)}
          >
            {short}
            <span aria-hidden="true">+</span>
          </button>
        );
      })}
      <ConfirmDialog
        open={isAsking}
        title={t('translation.askTitle', { name: t(`locale.${page.locale === 'nl' ? 'en' : 'nl'}`) })}
        confirmLabel={t('translation.make')}
        busy={busy}
        onConfirm={() => void handleMake()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('translation.askText')}</p>
      </ConfirmDialog>
    </nav>
  );
}
