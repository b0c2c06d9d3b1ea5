// Signs out at once, also when the server cannot be reached, and goes home.
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../components/page-title.tsx';
import { dropAllDrafts } from '../../lib/drafts.ts';
import { navigateTo } from '../../lib/navigation.ts';
import { sessionStatus, signOut } from '../../lib/session.ts';
import { addToast } from '../../lib/toasts.ts';
import { forgetUnsaved } from '../../lib/unsaved.ts';

export default function SignOutPage() {
  const { t } = useTranslation('auth');
  useEffect(() => {
    void leave(t);
  }, [t]);
  return <PageTitle title={t('signOut.title')} description={t('signOut.busy')} />;
}

/** Who was thrown out keeps what they typed; who leaves by choice leaves nothing behind. */
async function leave(t: TFunction): Promise<void> {
  const wasRefused = sessionStatus.peek() === 'refused';
  await signOut();
  forgetUnsaved();
  if (!wasRefused) dropAllDrafts();
  navigateTo('/', { replace: true });
  addToast({
    id: 'signed-out',
    title: t(wasRefused ? 'signOut.refused' : 'signOut.done'),
    message: t(wasRefused ? 'signOut.refusedText' : 'signOut.doneText'),
    color: wasRefused ? 'warning' : 'success',
  });
}
