// What a route shows when its loader refuses, its file is gone or its page breaks while it draws.
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useRouteError } from 'react-router';
import {
  isCrawler,
  MissingScreen,
  normaliseError,
  Problem,
  reportError,
} from '../../../lib/feedback/errors.ts';
import { reloadPage } from '../../../lib/unsaved/reload-guard.ts';
import { Framed, useRow } from '../layout.tsx';
import { ErrorView } from './error-view.tsx';

/** The error screen in place of the frame. */
export function FrameError() {
  useRow(null);
  return <RouteError ifCrawler={<Framed row={null} />} />;
}

/** The shell itself broke: the error screen is all there is. */
export function ShellError() {
  return <RouteError ifCrawler={null} />;
}

function RouteError({ ifCrawler }: { ifCrawler: ReactNode }) {
  const thrown = useRouteError();
  const problem = useMemo(
    () => (thrown instanceof Problem ? thrown : normaliseError(thrown, { fatal: true })),
    [thrown],
  );
  // A file that is gone means a newer build: the whole page is then loaded, once.
  const [isReloading] = useState(() => thrown instanceof MissingScreen && reloadPage());
  useEffect(() => {
    if (!isReloading) reportError(problem);
  }, [problem, isReloading]);
  if (isReloading) return null;
  return isCrawler(navigator.userAgent) ? ifCrawler : <ErrorView problem={problem} />;
}
