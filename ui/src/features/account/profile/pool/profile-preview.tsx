// How organisations see this person with what is in the form now, what they do not see, and who looked.
import { useTranslation } from 'react-i18next';
import type { OwnProfile } from '../../../../api/pool-calls.ts';
import { Icon } from '../../../../components/media/icon.tsx';
import { PoolCard } from '../../../../components/pool/pool-card.tsx';
import { formatDate } from '../../../../lib/locale/time.ts';
import type { PoolProfile } from '../../../../lib/pool/profile.ts';
import { currentUser } from '../../../../lib/session/session.ts';
import { useLooks } from './own-profile.store.ts';

interface ProfilePreviewProps {
  shown: PoolProfile;
  profile: OwnProfile;
  /** Words in the texts that the server refused. */
  marked: readonly string[];
}

export function ProfilePreview({ shown, profile, marked }: ProfilePreviewProps) {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const name = currentUser.value?.lastName?.trim();
  return (
    <aside className="live-preview" id="preview" aria-labelledby="preview-title" tabIndex={-1}>
      <h2 id="preview-title">{t('preview.title')}</h2>
      <PoolCard profile={shown} marked={marked}>
        <span className="button" aria-hidden="true">
          <Icon name="message" />
          {t('preview.write')}
        </span>
      </PoolCard>
      <p className="not-shown">
        <Icon name="lock" />
        <span>
          <b>{t('preview.hidden')}</b> {name ? t('preview.hiddenWhat', { name }) : t('preview.hiddenPlain')}
        </span>
      </p>
      <Looks count={profile.looksLastMonth ?? 0} />
      <p className="to-form">
        <a className="button" href="#profile-form">
          {t('preview.back')}
        </a>
      </p>
    </aside>
  );
}

function Looks({ count }: { count: number }) {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const looks = useLooks();
  return (
    <>
      <p className="hint">{count === 0 ? t('looks.none') : t('looks.count', { count })}</p>
      {looks.length > 0 ? (
        <details className="looks">
          <summary>{t('looks.who')}</summary>
          <ul>
            {looks.map(({ organizationId, organizationName, lastDay, days }) => (
              <li key={organizationId}>
                <b>{organizationName}</b>{' '}
                <span className="soft">
                  {t('looks.days', { count: days, date: formatDate(`${lastDay}T12:00`) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
