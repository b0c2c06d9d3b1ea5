// The error screen and its words, fetched when the browser has nothing to do: no first view needs it.
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../lib/feedback/errors.ts';
import { loadWords } from '../../../lib/locale/i18n.ts';

interface ErrorProps {
  problem: Problem;
}

export async function loadErrorPage(): Promise<{ default: ComponentType<ErrorProps> }> {
  try {
    const [{ ErrorPage }] = await Promise.all([import('./error-page.tsx'), loadWords(['errors'])]);
    return { default: ErrorPage };
  } catch {
    return { default: PlainError };
  }
}

const LazyErrorPage = lazy(loadErrorPage);

export function ErrorView({ problem }: ErrorProps) {
  return (
    <Suspense>
      <LazyErrorPage problem={problem} />
    </Suspense>
  );
}

/** Not even the error screen could be fetched. */
function PlainError() {
  const { t } = useTranslation('shell');
  return (
    <main id="content" className="page">
      <h1>{t('failed')}</h1>
      <a href="/">{t('back_home')}</a>
    </main>
  );
}
