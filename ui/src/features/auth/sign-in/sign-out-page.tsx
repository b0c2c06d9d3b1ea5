// Signs out at once, also when the server cannot be reached, and goes home.
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { navigateTo, safeNext } from '../../../lib/navigation/navigation.ts';
import { leavePush } from '../../../lib/offline/push.ts';
import { sessionStatus } from '../../../lib/session/session.ts';
import { signOut } from '../../../lib/session/sign-in.ts';
import { dropAllDrafts } from '../../../lib/unsaved/drafts.ts';
import { forgetOfflinePages } from '../../../lib/unsaved/offline-pages.ts';
import { forgetUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { wasThrownOut } from './thrown-out.ts';

export default function SignOutPage() {
  const { t } = useTranslation('auth');
  useEffect(() => {
    void leave(t);
  }, [t]);
  return <PageTitle title={t('signOut.title')} description={t('signOut.busy')} />;
}

/** Who was thrown out keeps what they typed; who leaves by choice leaves nothing behind. */
async function leave(t: TFunction<'auth'>): Promise<void> {
  const wasRefused = sessionStatus.peek() === 'refused';
  if (!wasRefused) await leavePush();
  await signOut();
  forgetUnsaved();
  if (!wasRefused) {
    dropAllDrafts();
    await forgetOfflinePages();
  }
  // Who was thrown out comes back to where they were; who left goes home.
  const next = safeNext(new URLSearchParams(location.search).get('next'));
  const signInAgain = `/auth/login-1?next=${encodeURIComponent(next)}`;
  const comesBack = wasRefused && next !== '/';
  wasThrownOut.value = comesBack;
  navigateTo(comesBack ? signInAgain : '/', { replace: true });
  // Said on the screen where they sign in again, for as long as it takes.
  if (comesBack) return;
  addToast({
    id: 'signed-out',
    title: t(wasRefused ? 'signOut.refused' : 'signOut.done'),
    message: t(wasRefused ? 'signOut.refusedText' : 'signOut.doneText'),
    color: wasRefused ? 'warning' : 'success',
  });
}
