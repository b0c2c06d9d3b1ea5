// Who works as somebody else sees it on every screen, with the time that is left and the way back.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './impersonation-banner.css';
import { Button } from '../../../components/actions/button.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { currentUser, type Impersonation } from '../../../lib/session/session.ts';
import { endImpersonation } from '../../../lib/session/sign-in.ts';
import { SIGN_OUT_PATH } from '../../../lib/session/sign-in-path.ts';

const LOOK_MS = 5000;

export const minutesLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000));

async function goBack(): Promise<void> {
  try {
    await endImpersonation();
    // The whole page, so that nothing of the one stays on the screen of the other.
    navigateTo(location.origin, { external: true });
  } catch {
    navigateTo(SIGN_OUT_PATH);
  }
}

export function ImpersonationBanner({ told }: { told: Impersonation }) {
  const { t } = useTranslation('impersonation');
  const [now, setNow] = useState(() => Date.now());
  const [isBusy, setIsBusy] = useState(false);
  const left = minutesLeft(told.until, now);
  const isGoing = useRef(false);
  const once = useRef(() => {
    if (isGoing.current) return;
    isGoing.current = true;
    setIsBusy(true);
    void goBack();
  });

  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      // While it still can: afterwards one would have to sign in anew.
      if (Date.parse(told.until) - Date.now() < 2 * LOOK_MS) once.current();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [told.until]);

  return (
    <section className="impersonation" aria-label={t('label')}>
      <div className="page">
        <Icon name="eye" />
        <p>
          <strong>{t('text', { by: told.by, name: currentUser.value?.fullName ?? '' })}</strong>{' '}
          <span>{left > 0 ? t('left', { count: left }) : t('over')}</span>
        </p>
        <Button busy={isBusy} aria-label={t('endLabel')} onClick={() => once.current()}>
          {t('end')}
        </Button>
      </div>
    </section>
  );
}
