// Says to somebody young what they wait for, on every page until their parent or guardian has answered.
import { useTranslation } from 'react-i18next';
import './guardian.css';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { formatDate } from '../../lib/locale/time.ts';
import type { GuardianWaiting } from '../../lib/session/session.ts';

export function GuardianNotice({ waiting }: { waiting: GuardianWaiting }) {
  const { t } = useTranslation('guardian');
  const { state, email, endsAt, minimumAge } = waiting;
  return (
    <aside className="guardian-notice" aria-label={t('notice.label')}>
      <Notice tone="warning" icon="wait">
        <p>{t(`notice.${state}`, { email, age: minimumAge })}</p>
        {endsAt ? <p>{t('notice.until', { date: formatDate(endsAt) })}</p> : null}
        <p>
          <AppLink href="/account/privacy">{t(`notice.link_${state}`)}</AppLink>
        </p>
      </Notice>
    </aside>
  );
}
