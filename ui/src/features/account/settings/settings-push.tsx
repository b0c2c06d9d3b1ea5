// Messages on this device: put on after an explanation, tried, put off, also on other devices.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { type PushDevice, sendPushExample } from '../../../api/push-calls.ts';
import { Button } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate, relativeTime } from '../../../lib/locale/time.ts';
import { namesOfDevice, pushPermission, pushSupport } from '../../../lib/offline/push.ts';
import { PushQuestion } from './push-question.tsx';
import { type PushState, turnOff, turnOnHere, usePushState } from './settings-push.store.ts';
import '../../../components/layout/line-list.css';
import './settings-push.css';

interface SettingsPushProps {
  /** The own quiet hours. */
  from: string | null;
  until: string | null;
}

/** Not there where the server sends no messages to devices. */
export function SettingsPush(quiet: SettingsPushProps) {
  const { t } = useTranslation('account-settings');
  const { data, status, refresh } = usePushState();
  if (data ? data.key === null : status !== 'error') return null;
  return (
    <Card title={t('push.title')} className="stack">
      <p>{t('push.text')}</p>
      {data ? <Devices state={data} {...quiet} /> : <LoadProblem onRetry={() => void refresh()} />}
    </Card>
  );
}

function Devices({ state: { key, devices, here }, from, until }: SettingsPushProps & { state: PushState }) {
  const { t } = useTranslation('account-settings');
  const isOn = here !== null && devices.some(({ endpoint }) => endpoint === here);
  return (
    <>
      {isOn || key === null ? null : <TurnOn serverKey={key} from={from} until={until} />}
      {devices.length > 0 ? (
        <ul className="line-list push-devices" aria-label={t('push.devices')}>
          {devices.map((each) => (
            <Device key={each.id} device={each} isHere={each.endpoint === here} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** What the browser allows now: the reader may have changed it in another window. */
function usePermission(): [NotificationPermission, () => void] {
  const [permission, setPermission] = useState(pushPermission);
  useEffect(() => {
    const update = () => setPermission(pushPermission());
    addEventListener('focus', update);
    return () => removeEventListener('focus', update);
  }, []);
  return [permission, () => setPermission(pushPermission())];
}

function TurnOn({ serverKey, from, until }: SettingsPushProps & { serverKey: string }) {
  const { t } = useTranslation('account-settings');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [permission, readPermission] = usePermission();
  const support = pushSupport();

  async function handleTurnOn() {
    setIsBusy(true);
    const names = namesOfDevice(navigator.userAgent);
    try {
      const isOn = await turnOnHere(serverKey, names ? t('push.label', names) : t('push.unknown'));
      if (isOn) addToast({ title: t('push.turnedOn'), color: 'success' });
      else if (pushPermission() !== 'denied') addToast({ title: t('push.dismissed'), color: 'warning' });
    } catch (thrown) {
      const isFull = thrown instanceof ApiError && thrown.hasCode('limit_reached');
      addToast({ title: t(isFull ? 'push.tooMany' : 'push.failed'), color: 'danger' });
    }
    readPermission();
    setIsBusy(false);
    setIsAsking(false);
  }

  if (support === 'home-screen') return <Notice icon="info">{t('push.homeScreen')}</Notice>;
  if (support === 'none') return <p className="soft">{t('push.unsupported')}</p>;
  if (permission === 'denied')
    return (
      <Notice tone="warning" icon="bell-off" live>
        <p>
          <b>{t('push.blocked.title')}</b>
        </p>
        <p>{t('push.blocked.how')}</p>
        <p>{t('push.blocked.phone')}</p>
      </Notice>
    );
  return (
    <>
      <div className="button-row">
        <Button variant="primary" icon="bell" onClick={() => setIsAsking(true)}>
          {t('push.turnOnHere')}
        </Button>
      </div>
      <PushQuestion
        open={isAsking}
        busy={isBusy}
        from={from}
        until={until}
        onConfirm={() => void handleTurnOn()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

function Device({ device, isHere }: { device: PushDevice; isHere: boolean }) {
  const { t } = useTranslation('account-settings');
  const [busy, setBusy] = useState<'try' | 'off' | null>(null);
  const { label: name, createdAt, lastSentAt, failures } = device;

  async function handleTry() {
    setBusy('try');
    try {
      await sendPushExample(device.id);
      addToast({ title: t('push.sent'), message: t('push.sentText'), color: 'success' });
    } catch (thrown) {
      const isTooOften = thrown instanceof ApiError && thrown.statusCode === 429;
      addToast({ title: t(isTooOften ? 'push.tooOften' : 'failed'), color: 'danger' });
    }
    setBusy(null);
  }

  async function handleOff() {
    setBusy('off');
    try {
      await turnOff(device);
      addToast({ title: t('push.turnedOff', { name }), color: 'success' });
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
      setBusy(null);
    }
  }

  return (
    <li>
      <div>
        <b>{name}</b>
        {isHere ? (
          <p>
            <StatusBadge tone="success" icon="bell">
              {t('push.here')}
            </StatusBadge>
          </p>
        ) : null}
        <p className="soft small">
          {createdAt ? t('push.since', { date: formatDate(createdAt) }) : null}{' '}
          {lastSentAt ? t('push.lastSent', { when: relativeTime(lastSentAt) }) : null}{' '}
          {failures > 0 ? t('push.failing') : null}
        </p>
      </div>
      <div className="button-row">
        {isHere ? (
          <Button
            busy={busy === 'try'}
            aria-label={t('push.tryLabel', { name })}
            onClick={() => void handleTry()}
          >
            {t('push.tryIt')}
          </Button>
        ) : null}
        <Button
          variant={isHere ? 'quiet' : 'plain'}
          busy={busy === 'off'}
          aria-label={t('push.turnOffLabel', { name })}
          onClick={() => void handleOff()}
        >
          {t('push.turnOff')}
        </Button>
      </div>
    </li>
  );
}
