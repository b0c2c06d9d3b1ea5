// What is wrong or missing, told without an account.
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/actions/button.tsx';
import { loadWords } from '../../lib/locale/i18n.ts';
import '../../components/layout/find-page.css';

const SuggestDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./suggest-dialog.tsx'), loadWords(['suggestions'])]);
  return { default: dialog.SuggestDialog };
});

/** With `organization`: a correction of that one; without: a suggestion of a missing one. */
export function Suggest({ organizationId, children }: { organizationId?: string; children?: ReactNode }) {
  const { t } = useTranslation('social-map');
  const [isOpen, setIsOpen] = useState(false);
  const isMissing = organizationId === undefined;
  return (
    <section className="correction" aria-labelledby="suggest-title">
      <div>
        <h2 id="suggest-title">{isMissing ? t('suggest.titleMissing') : t('suggest.title')}</h2>
        {children}
        <p>{t('suggest.text')}</p>
      </div>
      <Button icon="pen" onClick={() => setIsOpen(true)}>
        {isMissing ? t('suggest.openMissing') : t('suggest.open')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SuggestDialog organizationId={organizationId} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
