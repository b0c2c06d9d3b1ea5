// The three layouts around a page: default (a column), wide (the page decides), empty (nothing around it).
import type { Signal } from '@preact/signals-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AskConstraints, ConstraintsContext } from '../../components/form/form-context.ts';
import { forcedColourMode } from '../../lib/colour-mode.ts';
import { shownError } from '../../lib/errors.ts';
import { pageTitle, rowHead } from '../../lib/head.ts';
import { loadWords } from '../../lib/i18n.ts';
import { currentUser, guardianWaiting, impersonation } from '../../lib/session.ts';
import { constraints, loadConstraints } from '../constraints.ts';
import type { Blocked } from '../history.ts';
import type { RouteRow } from '../route-row.ts';
import { ErrorPage } from './error-page.tsx';
import { followKeys, isKeyListOpen } from './keys.ts';
import { Overlays } from './overlays.tsx';
import { SiteFooter } from './site-footer.tsx';
import { Toolbar } from './toolbar.tsx';

const UnsavedDialog = lazy(async () => ({ default: (await import('./unsaved-dialog.tsx')).UnsavedDialog }));

/** What most pages do without: it comes when it is needed, with its words. */
const withWords = <Props extends object>(words: string, load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), loadWords([words])]);
    return { default: part };
  });

const ImpersonationBanner = withWords(
  'impersonation',
  async () => (await import('./impersonation-banner.tsx')).ImpersonationBanner,
);
const MailStopBanner = withWords(
  'mail-stop',
  async () => (await import('./mail-stop-banner.tsx')).MailStopBanner,
);
/** The screen where the same is said with what to do about it. */
const MAIL_STOP_PATH = '/profile-edit/email';
const GuardianNotice = withWords(
  'guardian',
  async () => (await import('./guardian-notice.tsx')).GuardianNotice,
);
const ShortcutsDialog = withWords(
  'shortcuts',
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
);

const askConstraints = (): void => void loadConstraints();

interface RootProps {
  row: RouteRow | null;
  blocked: Signal<Blocked | null>;
  children: ReactNode;
}

export function Root({ row, blocked, children }: RootProps) {
  useRouteChange(row);
  useEffect(followKeys, []);
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
          {problem ? <ErrorPage problem={problem} /> : <Framed row={row}>{children}</Framed>}
        </AskConstraints>
      </ConstraintsContext>
      {blocked.value ? (
        <Suspense>
          <UnsavedDialog blocked={blocked.value} onAnswer={() => (blocked.value = null)} />
        </Suspense>
      ) : null}
      {isKeyListOpen.value ? (
        <Suspense>
          <ShortcutsDialog onClose={() => (isKeyListOpen.value = false)} />
        </Suspense>
      ) : null}
      <Overlays />
    </>
  );
}

function Framed({ row, children }: { row: RouteRow | null; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const layout = row?.layout ?? 'default';
  const waiting = guardianWaiting.value;
  if (layout === 'empty') {
    return (
      <main id="content" tabIndex={-1} data-layout="empty">
        {children}
      </main>
    );
  }
  return (
    <>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <Toolbar />
      <MailStop path={row?.path} />
      {waiting ? (
        <Suspense>
          <GuardianNotice waiting={waiting} />
        </Suspense>
      ) : null}
      <main
        id="content"
        tabIndex={-1}
        data-layout={layout}
        className={layout === 'default' ? 'page' : undefined}
      >
        {children}
      </main>
      <SiteFooter />
      <Announcer />
    </>
  );
}

function MailStop({ path }: { path: string | undefined }) {
  const me = currentUser.value;
  if (!me?.mailStoppedAt || !me.email || path === MAIL_STOP_PATH) return null;
  return (
    <Suspense>
      <MailStopBanner email={me.email} href={MAIL_STOP_PATH} />
    </Suspense>
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

function useRouteChange(row: RouteRow | null): void {
  const { t } = useTranslation('routes');
  const { pathname } = useLocation();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    document.body.classList.toggle('work', row?.work ?? false);
    document.body.classList.toggle('is-white', row?.whiteBackground ?? false);
    forcedColourMode.value = row?.colourMode ?? null;
    // Without a row the error screen gives the title.
    if (!row) return;
    rowHead.value = {
      title: row.titleKey ? t(row.titleKey) : '',
      description: row.descriptionKey ? t(row.descriptionKey) : undefined,
    };
  }, [row, t]);
  useEffect(() => {
    const isFirst = shown.current === null;
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!isFirst) focusPage();
  }, [pathname]);
}

/** To the title of the page, as a page that the browser loads would begin at its top. */
function focusPage(): void {
  const content = document.getElementById('content');
  const target = content?.querySelector<HTMLElement>('h1') ?? content;
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
