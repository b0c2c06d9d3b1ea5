// The three layouts around a page: default (a column), wide (the page decides), empty (nothing around it).
import { computed } from '@preact/signals-react';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import {
  type BlockerFunction,
  Outlet,
  ScrollRestoration,
  useBlocker,
  useLocation,
  useMatches,
  useOutletContext,
} from 'react-router';
import { AskConstraints, ConstraintsContext } from '../../components/form/form-context.ts';
import { forcedColourMode } from '../../lib/centre/colour-mode.ts';
import { clearError, shownError } from '../../lib/feedback/errors.ts';
import { loadWords, translate } from '../../lib/locale/i18n.ts';
import { pageTitle, rowHead } from '../../lib/navigation/head.ts';
import {
  currentUser,
  guardianWaiting,
  hasWork,
  impersonation,
  isForOneself,
  isSignedIn,
  sessionStatus,
} from '../../lib/session/session.ts';
import { hasUnsaved } from '../../lib/unsaved/unsaved.ts';
import { constraints, loadConstraints } from '../constraints.ts';
import type { RouteRow } from '../route-row.ts';
import { ErrorView } from './error/error-view.tsx';
import { forgetHomeTried } from './error/home-tried.ts';
import { SiteFooter } from './footer/site-footer.tsx';
import { Logo } from './header/logo.tsx';
import { Toolbar } from './header/toolbar.tsx';
import { followKeys, isKeyListOpen } from './shortcuts/keys.ts';

const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }));

type Parts = typeof import('./on-demand.tsx');

/** What most pages do without: it comes when it is needed. */
const onDemand = <Props extends object>(pick: (parts: Parts) => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => pick(await import('./on-demand.tsx')));

const UnsavedDialog = onDemand((parts) => parts.unsavedDialog());
const ShortcutsDialog = onDemand((parts) => parts.shortcutsDialog());
const ImpersonationBanner = onDemand((parts) => parts.impersonationBanner());
const MemberNotices = onDemand(async (parts) => ({ default: parts.MemberNotices }));
const Workspace = onDemand((parts) => parts.workspace());

const SessionProblem = onDemand(async (parts) => ({ default: parts.SessionProblem }));

/** Who is signed in could not be loaded, and was not loaded before: a screen of theirs has nobody to be about. */
const isUnknown = computed(
  () => isSignedIn.value && sessionStatus.value === 'failed' && currentUser.value === null,
);

const askConstraints = (): void => void loadConstraints();

const mayLoseWork: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsaved.peek() && currentLocation.pathname !== nextLocation.pathname;

/** What stays whatever page or error is shown: banner, dialogs, notices. */
export function Shell() {
  const blocker = useBlocker(mayLoseWork);
  const focused = useRef(useLocation().pathname);
  useClearedError();
  useEffect(followKeys, []);
  const [isStanding, setIsStanding] = useState(false);
  useEffect(() => setIsStanding(true), []);
  const problem = shownError.value;
  const told = impersonation.value;
  return (
    <>
      {told ? (
        <Suspense>
          <ImpersonationBanner told={told} />
        </Suspense>
      ) : null}
      <ConstraintsContext value={constraints.value}>
        <AskConstraints value={askConstraints}>
          {problem ? <ErrorView problem={problem} /> : <Outlet context={focused} />}
        </AskConstraints>
      </ConstraintsContext>
      {blocker.state === 'blocked' ? (
        <Suspense>
          <UnsavedDialog blocker={blocker} />
        </Suspense>
      ) : null}
      {isKeyListOpen.value ? (
        <Suspense>
          <ShortcutsDialog onClose={() => (isKeyListOpen.value = false)} />
        </Suspense>
      ) : null}
      {isStanding ? (
        <Suspense>
          <Overlays />
        </Suspense>
      ) : null}
      <Scrolling />
    </>
  );
}

const SCROLL_KEY = 'voluntr-scroll';

/** From the second location on: the reader may have scrolled the server's page before the app took it over. */
function Scrolling() {
  const { key } = useLocation();
  const [isOn, setIsOn] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the app begins.
  useLayoutEffect(() => {
    keepPosition(key);
    setIsOn(true);
  }, []);
  return isOn ? <ScrollRestoration storageKey={SCROLL_KEY} /> : null;
}

function keepPosition(key: string): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '{}') as Record<string, number>;
    sessionStorage.setItem(SCROLL_KEY, JSON.stringify({ ...kept, [key]: scrollY }));
  } catch {
    // Then the page begins at its top.
  }
}

/** The page of this location in its layout. Another path is another page, also of the same screen. */
export function Frame() {
  const { pathname } = useLocation();
  const row = (useMatches().at(-1)?.handle as RouteRow | undefined) ?? null;
  useRow(row);
  const focused = useOutletContext<RefObject<string>>();
  useLayoutEffect(() => {
    if (focused.current === pathname) return;
    focused.current = pathname;
    focusPage();
  }, [pathname, focused]);
  // A route that ends on a page has nothing to do with an earlier error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every page.
  useEffect(forgetHomeTried, [pathname]);
  return (
    <Framed row={row}>
      {row && !row.public && !row.offline && isUnknown.value ? (
        <Suspense>
          <SessionProblem />
        </Suspense>
      ) : (
        <Outlet key={pathname} />
      )}
    </Framed>
  );
}

export function Framed({ row, children }: { row: RouteRow | null; children?: ReactNode }) {
  const { t } = useTranslation('shell');
  const layout = row?.layout ?? 'default';
  if (layout === 'empty' || row?.bare) {
    return (
      <main id="content" tabIndex={-1} data-layout="empty">
        {row?.hasLogo ? (
          <header className="page form-head">
            <Logo />
          </header>
        ) : null}
        {children}
      </main>
    );
  }
  const notices =
    guardianWaiting.value || currentUser.value?.mailStoppedAt ? (
      <Suspense>
        <MemberNotices path={row?.path} />
      </Suspense>
    ) : null;
  return (
    <>
      {row?.work && hasWork.value && !isForOneself.value ? (
        <Suspense>
          <Workspace notices={notices}>{children}</Workspace>
        </Suspense>
      ) : (
        <>
          <a className="skip-link" href="#content">
            {t('skip')}
          </a>
          <Toolbar />
          {notices}
          <main
            id="content"
            tabIndex={-1}
            data-layout={layout}
            className={layout === 'default' ? 'page' : undefined}
          >
            {children}
          </main>
          <SiteFooter />
        </>
      )}
      <Announcer />
    </>
  );
}

/** Says the new page's name to a screen reader; silent at the first one, which is read anyway. */
function Announcer() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const isFirst = first.current === pathname;
  if (!isFirst) first.current = '';
  return (
    <p className="visually-hidden" role="status">
      {isFirst ? '' : pageTitle.value}
    </p>
  );
}

/** Ground, colours and title as the table of screens has them; the server has said the title of the first screen. */
export function useRow(row: RouteRow | null): void {
  useEffect(() => {
    document.body.classList.toggle('work', row?.work ?? false);
    document.body.classList.toggle('is-white', row?.whiteBackground ?? false);
    forcedColourMode.value = row?.colourMode ?? null;
    // Without a row the error screen gives the title.
    if (!row) return undefined;
    let isCurrent = true;
    const sayTitle = (): void => {
      if (!isCurrent) return;
      rowHead.value = {
        title: row.titleKey ? translate(`routes:${row.titleKey}`) : '',
      };
    };
    loadWords(['routes']).then(sayTitle, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [row]);
}

/** Another location clears the error of the last. */
function useClearedError(): void {
  const { key } = useLocation();
  const shown = useRef(key);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    clearError();
  }, [key]);
}

/** To the title of the page, as a page that the browser loads would begin at its top. */
function focusPage(): void {
  const content = document.getElementById('content');
  const target = content?.querySelector<HTMLElement>('h1') ?? content;
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
