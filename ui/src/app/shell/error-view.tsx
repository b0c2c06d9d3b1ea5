// The error screen, fetched when the browser has nothing to do: no first view needs it.
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../lib/errors.ts';

interface ErrorProps {
  problem: Problem;
}

export async function loadErrorPage(): Promise<{ default: ComponentType<ErrorProps> }> {
  try {
    return { default: (await import('./error-page.tsx')).ErrorPage };
  } catch {
    return { default: PlainError };
  }
}

const ErrorPage = lazy(loadErrorPage);

export function ErrorView({ problem }: ErrorProps) {
  return (
    <Suspense>
      <ErrorPage problem={problem} />
    </Suspense>
  );
}

/** Not even the error screen could be fetched. */
function PlainError() {
  const { t } = useTranslation('errors');
  return (
    <main id="content" className="page">
      <h1>{t('somethingWentWrong')}</h1>
      <a href="/">{t('backToHome')}</a>
    </main>
  );
}
