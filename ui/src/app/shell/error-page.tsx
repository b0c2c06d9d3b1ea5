// The error screen with the words of its error. It replaces the app.
import { signal } from '@preact/signals-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { ErrorScreen } from '../../components/error-screen.tsx';
import { errorTexts, normaliseError, type Problem, reportError } from '../../lib/errors.ts';
import { rowHead } from '../../lib/head.ts';
import { onRouteChange } from '../../lib/navigation.ts';
import { LogoWords } from './logo.tsx';

/** Home was tried from here and the error is still on the screen: the next press loads the whole page. */
const isHomeTried = signal(false);

/** A page that shows has nothing to do with an earlier error. */
export function forgetHomeTried(): void {
  isHomeTried.value = false;
}

export function ErrorPage({ problem }: { problem: Problem }) {
  const { t } = useTranslation('errors');
  const { titleKey, descriptionKey, values } = errorTexts(problem);
  const title = t(titleKey, values);
  useEffect(() => {
    reportError(problem);
  }, [problem]);
  useEffect(() => {
    rowHead.value = { title };
    document.querySelector<HTMLElement>('.error-screen h1')?.focus();
  }, [title]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only remembers that the link inside was pressed.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key is a click too.
    <div
      className="error-frame"
      onClick={() => {
        isHomeTried.value = true;
      }}
    >
      <ErrorScreen
        code={problem.hasCode ? problem.statusCode : ''}
        title={title}
        message={t(descriptionKey, values)}
        logo={<LogoWords />}
        homeHref={isHomeTried.value ? `${location.origin}/` : '/'}
        backLabel={t('backToHome')}
      />
    </div>
  );
}

/** What the router shows when a page or its way there failed. */
export function RouteErrorPage() {
  const thrown = useRouteError();
  return <ErrorPage problem={normaliseError(thrown, { fatal: true })} />;
}

/** Starts watching: a change of route that ends on a page clears what was remembered. */
export function followHomeTried(): () => void {
  return onRouteChange(forgetHomeTried);
}
