// Banners and dialogs that most pages do without. Each comes when it is needed, with its words.
import { type ComponentType, lazy, Suspense } from 'react';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import type { WordsName } from '../../i18n/words-nl.ts';
import { loadWords } from '../../lib/locale/i18n.ts';
import { currentUser, guardianWaiting, reloadSession } from '../../lib/session/session.ts';

function withWords<Props extends object>(
  words: WordsName | readonly WordsName[],
  load: () => Promise<ComponentType<Props>>,
) {
  return async () => {
    const [part] = await Promise.all([load(), loadWords([words].flat())]);
    return { default: part };
  };
}

export const unsavedDialog = withWords(
  'unsaved',
  async () => (await import('./banners/unsaved-dialog.tsx')).UnsavedDialog,
);
export const shortcutsDialog = withWords(
  'shortcuts',
  async () => (await import('./shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
);
export const impersonationBanner = withWords(
  'impersonation',
  async () => (await import('./banners/impersonation-banner.tsx')).ImpersonationBanner,
);
export const analyticsQuestion = withWords(
  'analytics-question',
  async () => (await import('./banners/analytics-question.tsx')).AnalyticsQuestion,
);
/** The search over everything, over the page. */
export const searchBox = withWords(
  'search-all',
  async () => (await import('./search/search-box.tsx')).SearchBox,
);
/** The frame of who works here. */
export const workspace = withWords(
  ['workspace', 'member', 'roles', 'work-list'],
  async () => (await import('../workspace/workspace.tsx')).Workspace,
);
const MailStopBanner = lazy(
  withWords('mail-stop', async () => (await import('./banners/mail-stop-banner.tsx')).MailStopBanner),
);
const GuardianNotice = lazy(
  withWords(
    'guardian',
    async () => (await import('../../features/guardian/guardian-notice.tsx')).GuardianNotice,
  ),
);

/** The screen where the same is said with what to do about it. */
const MAIL_STOP_PATH = '/profile-edit/email';

/** In place of a screen of somebody's own, while the server cannot say who they are. */
export function SessionProblem() {
  return (
    <div className="page section">
      <LoadProblem onRetry={() => void reloadSession()} />
    </div>
  );
}

/** Between the bar at the top and the page: what stands in the way of who is signed in. */
export function MemberNotices({ path }: { path: string | undefined }) {
  const me = currentUser.value;
  const waiting = guardianWaiting.value;
  return (
    <Suspense>
      {me?.mailStoppedAt && me.email && path !== MAIL_STOP_PATH ? (
        <MailStopBanner email={me.email} href={MAIL_STOP_PATH} />
      ) : null}
      {waiting ? <GuardianNotice waiting={waiting} /> : null}
    </Suspense>
  );
}
