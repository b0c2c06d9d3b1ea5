// Below somebody in the pool: to write to them, or how it stands with what was written.
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { formatDate } from '../../lib/locale/time.ts';
import type { PoolProfile } from '../../lib/pool/profile.ts';

export const hrefOfReply = (id: string): string => `/profile-replies?open=${id}`;

interface ProfileFootProps {
  profile: PoolProfile;
  /** Null: nobody writes from here now. */
  onWrite: (() => void) | null;
}

export function ProfileFoot({ profile, onWrite }: ProfileFootProps) {
  const { t } = useTranslation('pool');
  const { firstName: name, reply, writableFrom } = profile;
  const isLater = writableFrom !== null && Date.parse(writableFrom) > Date.now();
  // An answer that was given long ago is no reason not to write again.
  const isShown = reply !== null && (reply.status === 'open' || reply.status === 'answered' || isLater);
  const mayWrite = onWrite !== null && reply?.status !== 'open' && reply?.status !== 'answered' && !isLater;
  const status = reply?.status === 'blocked' ? 'expired' : reply?.status;
  return (
    <>
      {isShown && status ? (
        <p className={status === 'answered' || status === 'open' ? 'pool-sent' : 'pool-sent is-over'}>
          <Icon name={status === 'answered' || status === 'open' ? 'check' : 'clock'} />
          <span>
            {t(`state.${status}`, { name, date: formatDate(reply.createdAt) })}{' '}
            {isLater && status !== 'open' ? t('state.from', { date: formatDate(writableFrom) }) : null}
          </span>
        </p>
      ) : isLater ? (
        <p className="pool-sent is-over">
          <Icon name="clock" />
          <span>{t('state.from', { date: formatDate(writableFrom) })}</span>
        </p>
      ) : null}
      {isShown ? (
        <ButtonLink
          variant="quiet"
          href={hrefOfReply(reply.id)}
          aria-label={t(status === 'answered' ? 'talkTo' : 'viewTo', { name: profile.name })}
        >
          {t(status === 'answered' ? 'talk' : 'view')}
        </ButtonLink>
      ) : null}
      {mayWrite ? (
        <Button icon="message" aria-label={t('writeTo', { name: profile.name })} onClick={onWrite}>
          {t('write')}
        </Button>
      ) : null}
    </>
  );
}
