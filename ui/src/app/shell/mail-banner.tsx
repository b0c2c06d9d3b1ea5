// An address that refused mail three times gets none any more: whose it is learns so here, as they cannot by mail.
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/app-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { currentUser } from '../../lib/session.ts';

export function MailBanner() {
  const { t } = useTranslation('mail-stopped');
  return (
    <section className="page mail-stopped" aria-label={t('label')}>
      <Notice tone="warning">
        <p>{t('text', { email: currentUser.value?.email ?? '' })}</p>
        <p>
          <AppLink href="/profile-edit/email">{t('action')}</AppLink>
        </p>
      </Notice>
    </section>
  );
}
