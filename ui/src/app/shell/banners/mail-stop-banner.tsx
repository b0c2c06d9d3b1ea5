// Whom mail does not reach sees it on every screen, with the way to mend it.
import { useTranslation } from 'react-i18next';
import './mail-stop-banner.css';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Icon } from '../../../components/media/icon.tsx';

export function MailStopBanner({ email, href }: { email: string; href: string }) {
  const { t } = useTranslation('mail-stop');
  return (
    <section className="mail-stop" aria-label={t('banner.label')}>
      <div className="page">
        <Icon name="mail" />
        <p>
          <strong>{t('banner.title')}</strong> {t('banner.text', { email })}{' '}
          <AppLink href={href}>{t('banner.action')}</AppLink>
        </p>
      </div>
    </section>
  );
}
