// What every screen of the settings has besides its form: the notice that somebody else was faster, and the history.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldOf, wireNameOf } from '../../api/field-names.ts';
import { useCall } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Card } from '../../components/layout/card.tsx';
import { normaliseError, reportError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatDateTime } from '../../lib/locale/time.ts';

const HISTORY = {
  volunteer_centers: { list: STAFF_CALLS.centreVersions, restore: STAFF_CALLS.restoreCentre },
  volunteer_center_profiles: { list: STAFF_CALLS.profileVersions, restore: STAFF_CALLS.restoreProfile },
  themes: { list: STAFF_CALLS.themeVersions, restore: STAFF_CALLS.restoreTheme },
} as const;

const SHOWN_AT_FIRST = 3;

export function ConflictNotice({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation('settings');
  return (
    <Notice tone="warning" live>
      <p>
        <strong>{t('conflict.title')}</strong>
      </p>
      <p>{t('conflict.text')}</p>
      <Button small onClick={onReload}>
        {t('conflict.reload')}
      </Button>
    </Notice>
  );
}

interface HistoryProps {
  type: keyof typeof HISTORY;
  id: string;
  /** The fields of this screen, as the form spells them: others stand on another one. */
  fields: readonly string[];
  /** A number that grows with each change, so that the list follows. */
  round: number;
  onRestored: () => void;
}

/** What was changed here, by whom and when; each with the way back to how it was before. */
export function HistoryCard({ type, id, fields, round, onRestored }: HistoryProps) {
  const { t } = useTranslation('settings');
  const own = fields.map(wireNameOf);
  const { data, refresh } = useCall(HISTORY[type].list, { id });
  const items = data?.items ?? [];
  // What is kept is older than what was just saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each round.
  useEffect(() => {
    if (round > 0) void refresh();
  }, [round]);
  const [isAll, setIsAll] = useState(false);
  const [busy, setBusy] = useState<number | null>(null);
  const shown = items.flatMap((version, at) => {
    const changes = version.changes.filter((name) => own.includes(name));
    // Back is to the version before it, which is the next one in the list.
    const before = items[at + 1];
    return changes.length > 0 && before ? [{ version, changes, before }] : [];
  });
  if (shown.length === 0) return null;

  async function restore(number: number) {
    setBusy(number);
    try {
      await send(HISTORY[type].restore, { id, number: String(number), body: { only: own } });
      addToast({ title: t('history.done'), color: 'success' });
      onRestored();
    } catch (thrown) {
      reportError(normaliseError(thrown, {}));
      addToast({ title: t('history.failed'), color: 'danger' });
    } finally {
      setBusy(null);
    }
  }

  const visible = isAll ? shown : shown.slice(0, SHOWN_AT_FIRST);
  return (
    <Card title={t('history.title')} className="setting-history">
      <ul>
        {visible.map(({ version, changes, before }, at) => (
          <li key={version.number}>
            <div>
              <b>
                {t('history.by', {
                  date: formatDateTime(version.at),
                  name: version.actorName ?? t('history.nobody'),
                })}
              </b>
              <p className="soft small">
                {changes.map((name) => serverWords(t)(`field.${fieldOf(name)}`)).join(', ')}
              </p>
            </div>
            <Button small busy={busy === before.number} onClick={() => void restore(before.number)}>
              {at === 0 ? t('history.undo') : t('history.back')}
            </Button>
          </li>
        ))}
      </ul>
      {shown.length > visible.length ? (
        <Button variant="quiet" onClick={() => setIsAll(true)}>
          {t('history.all', { count: shown.length })}
        </Button>
      ) : null}
    </Card>
  );
}
