// Whether organisations find this person now, until when, and how to change that.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnProfile, VisibilityInput } from '../../../../api/pool-calls.ts';
import { Button, ButtonLink, ButtonRow } from '../../../../components/actions/button.tsx';
import { Arch } from '../../../../components/content/category-tile.tsx';
import type { IconName } from '../../../../components/media/icon.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../../lib/locale/time.ts';
import { setVisibility } from './own-profile.store.ts';
import { type Finding, findingOf } from './own-profile.ts';
import { UntilDialog } from './until-dialog.tsx';

/** Where the form asks for consent. */
export const CONSENT = 'toestemming';

const ICONS: Readonly<Record<Finding | 'young', IconName>> = {
  visible: 'eye',
  paused: 'pause',
  over: 'clock',
  hidden: 'eye-off',
  young: 'lock',
};

export function VisibilityBanner({ profile, isYoung }: { profile: OwnProfile; isYoung: boolean }) {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const [isBusy, setIsBusy] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const today = new Date().toLocaleDateString('sv-SE');
  const finding = isYoung ? 'young' : findingOf(profile, today);

  async function set(body: VisibilityInput) {
    setIsBusy(true);
    try {
      await setVisibility(body);
      addToast({ title: t(body.visible ? 'banner.visible_done' : 'banner.paused_done'), color: 'success' });
    } catch {
      addToast({ title: t('banner.failed'), color: 'danger' });
    } finally {
      setIsBusy(false);
    }
  }

  const date = profile.visibleUntil ? formatDate(`${profile.visibleUntil.slice(0, 10)}T12:00`) : '';
  return (
    <section
      className={finding === 'visible' ? 'visibility' : 'visibility is-off'}
      aria-labelledby="visibility-title"
    >
      <Arch icon={ICONS[finding]} />
      <div>
        <h2 id="visibility-title">{t(`banner.${finding}`, { date })}</h2>
        <p>{t(`banner.${finding}Text`)}</p>
      </div>
      {finding === 'young' ? null : (
        <ButtonRow>
          {finding === 'visible' ? (
            <>
              <Button icon="pause" busy={isBusy} onClick={() => void set({ visible: false, paused: true })}>
                {t('banner.pause')}
              </Button>
              <Button variant="quiet" busy={isBusy} onClick={() => void set({ visible: true })}>
                {t('banner.stay')}
              </Button>
              <Button variant="quiet" onClick={() => setIsChoosing(true)}>
                {t('banner.until')}
              </Button>
            </>
          ) : finding === 'hidden' ? (
            <ButtonLink href={`#${CONSENT}`}>{t('banner.toConsent')}</ButtonLink>
          ) : (
            <Button icon="eye" busy={isBusy} onClick={() => void set({ visible: true })}>
              {t('banner.again')}
            </Button>
          )}
        </ButtonRow>
      )}
      {isChoosing ? <UntilDialog onClose={() => setIsChoosing(false)} /> : null}
    </section>
  );
}
