// Explains messages on a device before the browser asks for permission: who refuses there is not asked again.
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { LogoMark } from '../../../components/media/drawing.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { appName } from '../../../lib/centre/centre.ts';
import { NIGHT } from './time-of-day.ts';
import '../../../components/content/practical-list.css';
import './settings-push.css';

interface PushQuestionProps {
  open: boolean;
  busy: boolean;
  /** The own quiet hours. */
  from: string | null;
  until: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

export function PushQuestion({ open, busy, from, until, onConfirm, onCancel }: PushQuestionProps) {
  const { t } = useTranslation('account-settings');
  const quiet = from !== null && until !== null ? { from, until } : NIGHT;
  const points = [t('push.ask.which'), t('push.ask.content'), t('push.ask.quiet', quiet), t('push.ask.off')];
  return (
    <Dialog
      open={open}
      small
      title={t('push.ask.title')}
      onClose={onCancel}
      footer={
        <>
          <Button variant="quiet" onClick={onCancel}>
            {t('push.ask.later')}
          </Button>
          <Button variant="primary" icon="bell" busy={busy} onClick={onConfirm}>
            {t('push.ask.turnOn')}
          </Button>
        </>
      }
    >
      <p>{t('push.ask.text')}</p>
      <div className="push-sample" role="img" aria-label={t('push.ask.sample')}>
        <LogoMark />
        <b>{appName.value}</b>
        <span>{t('push.ask.sampleText')}</span>
        <small>{t('push.ask.sampleWhen', { site: location.host })}</small>
      </div>
      <ul className="check-list small">
        {points.map((point) => (
          <li key={point}>
            <Icon name="check" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      <p className="soft small">{t('push.ask.browser')}</p>
    </Dialog>
  );
}
