// How the taps are on their way, and what came of them otherwise than was meant.

import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { momentClock } from '../../../lib/locale/local-time.ts';
import { isOnline } from '../../../lib/unsaved/drafts.ts';
import type { Queue } from './check-in-queue.ts';

export function SyncLine({ queue }: { queue: Queue }) {
  const { t } = useTranslation('participants');
  const count = queue.state.value.waiting.length;
  const hasLine = isOnline.value;
  const isStuck = queue.isStuck.value;
  const isQuiet = hasLine && !(isStuck && count > 0);
  return (
    <div className="check-sync" role="status">
      {isQuiet ? null : (
        <p className="sync-line">
          <Icon name="offline" />
          <span>
            <b>
              {t(hasLine ? 'door.sync.stuck' : count > 0 ? 'door.sync.offline' : 'door.sync.offlineEmpty', {
                count,
              })}
            </b>{' '}
            {t('door.sync.goOn')}
          </span>
          {hasLine ? (
            <Button small busy={queue.isSending.value} onClick={() => void queue.send()}>
              {t('door.sync.now')}
            </Button>
          ) : null}
        </p>
      )}
    </div>
  );
}

export function Troubles({ queue }: { queue: Queue }) {
  const { t } = useTranslation('participants');
  return queue.state.value.troubles.map(({ id, name, kind, message, at }) => (
    <Notice key={id} tone="warning" live>
      <p>
        <strong>{t(`door.trouble.${kind}`, { name, time: momentClock(at) })}</strong> {message}
      </p>
      <p>
        <Button
          small
          aria-label={t('door.trouble.closeOf', { name })}
          onClick={() => queue.forgetTrouble(id)}
        >
          {t('door.trouble.close')}
        </Button>
      </p>
    </Notice>
  ));
}
