// The error screen with the words of its error. It replaces the app.

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { ErrorScreen } from '../../../components/feedback/error-screen.tsx';
import { errorTexts, isWrongCenter, type RightSite, rightSite } from '../../../lib/feedback/error-texts.ts';
import type { Problem } from '../../../lib/feedback/errors.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { rowHead } from '../../../lib/navigation/head.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { SIGN_OUT_PATH, useSignInPath } from '../../../lib/session/sign-in-path.ts';
import { LogoWords } from '../header/logo.tsx';
import { isHomeTried } from './home-tried.ts';

export function ErrorPage({ problem }: { problem: Problem }) {
  const { t } = useTranslation('errors');
  const { titleKey, descriptionKey, values } = errorTexts(problem);
  const title = serverWords(t)(titleKey, values);
  const right = isWrongCenter(problem) ? rightSite(problem.data) : null;
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
        message={serverWords(t)(descriptionKey, values)}
        logo={<LogoWords />}
        homeHref={isHomeTried.value ? `${location.origin}/` : '/'}
        backLabel={t('backToHome')}
        isHomeSecond={Boolean(right?.href) || problem.statusCode === 401}
      >
        <WayOut problem={problem} right={right} />
      </ErrorScreen>
    </div>
  );
}

/** A vacancy that is gone: there are others. What broke may work again. Whoever is not signed in may do so, and whoever is on the wrong site is shown the right one, and may sign out. */
function WayOut({ problem, right }: { problem: Problem; right: RightSite | null }) {
  const { t } = useTranslation('errors');
  const signIn = useSignInPath();
  const isOfLink = errorTexts(problem).titleKey.includes('.link');
  if (problem.statusCode === 404 || (problem.statusCode === 410 && !isOfLink)) {
    return (
      <ButtonLink href="/vacancies/search" large>
        {t('searchInstead')}
      </ButtonLink>
    );
  }
  if (problem.statusCode === 401) {
    return (
      <ButtonLink href={signIn} large variant="primary">
        {t('signIn')}
      </ButtonLink>
    );
  }
  if (problem.statusCode >= 500 || problem.statusCode === 429) {
    return (
      <Button icon="refresh" large onClick={() => location.reload()}>
        {t('retry')}
      </Button>
    );
  }
  if (!right) return null;
  const { name, href } = right;
  return (
    <>
      {href ? (
        <ButtonLink href={href} large variant="primary">
          {name ? t('rightSiteOf', { name }) : t('rightSite')}
        </ButtonLink>
      ) : null}
      {isSignedIn.value ? (
        <ButtonLink href={SIGN_OUT_PATH} large>
          {t('signOut')}
        </ButtonLink>
      ) : null}
    </>
  );
}
