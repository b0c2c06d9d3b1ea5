// One row of somebody's own hours: what, when, how much, how it stands, and what is to be done about it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoursEntry } from '../../api/hours-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { MenuButton } from '../../components/actions/menu.tsx';
import { StatusBadge } from '../../components/content/badge.tsx';
import { DateArch } from '../../components/content/date-arch.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { showError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { standingOf } from '../../lib/hours/hours.ts';
import { shortDay } from '../../lib/locale/local-time.ts';
import { removeHours, takeHoursStep } from './hours.store.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { STANDING_LOOK } from './standing-look.ts';

interface OwnEntryProps {
  entry: HoursEntry;
  onChange: (entry: HoursEntry) => void;
}

export function OwnEntry({ entry, onChange }: OwnEntryProps) {
  const { t } = useTranslation(['hours', 'components']);
  const [asked, setAsked] = useState<'dispute' | 'remove' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const standing = standingOf(entry);
  const day = shortDay(entry.day);
  const { work } = entry;

  async function handle(change: () => Promise<unknown>, done: string) {
    setIsBusy(true);
    try {
      await change();
      addToast({ title: done, color: 'success' });
      setAsked(null);
    } catch (cause) {
      showError(cause);
    } finally {
      setIsBusy(false);
    }
  }

  const entries = [
    ...(entry.can.includes('update')
      ? [{ label: t('row.change'), icon: 'pen' as const, onSelect: () => onChange(entry) }]
      : []),
    ...(standing === 'refused' && entry.transitions.includes('dispute')
      ? [
          {
            label: t('row.disagree'),
            icon: 'message' as const,
            onSelect: () => setAsked('dispute'),
          },
        ]
      : []),
    ...(entry.can.includes('delete')
      ? [
          {
            label: t('row.remove'),
            icon: 'trash' as const,
            danger: true,
            onSelect: () => setAsked('remove'),
          },
        ]
      : []),
  ];
  return (
    <li className="hour-row">
      <DateArch day={entry.day} />
      <div className="hour-what">
        <span className="visually-hidden">{day}: </span>
        <b>{work}</b>
        {entry.organizationName ? <small>{entry.organizationName}</small> : null}
        <Said entry={entry} />
        {standing === 'corrected' ? (
          <div className="button-row is-small">
            <Button
              busy={isBusy}
              aria-label={t('row.acceptOf', { work, day })}
              onClick={() => void handle(() => takeHoursStep(entry, 'accept'), t('row.accepted'))}
            >
              {t('row.accept')}
            </Button>
            <Button
              variant="quiet"
              aria-label={t('row.disagreeOf', { work, day })}
              onClick={() => setAsked('dispute')}
            >
              {t('row.disagree')}
            </Button>
          </div>
        ) : null}
        {standing === 'asked' && entry.can.includes('update') ? (
          <div className="button-row is-small">
            <Button aria-label={t('row.answerOf', { work, day })} onClick={() => onChange(entry)}>
              {t('row.answer')}
            </Button>
          </div>
        ) : null}
      </div>
      <b className="hour-n">{t('n', { count: entry.hours })}</b>
      <StatusBadge {...STANDING_LOOK[standing]}>{t(`standing.${standing}`)}</StatusBadge>
      {entries.length > 0 ? <MenuButton label={t('row.more', { work, day })} entries={entries} /> : null}
      {asked === 'dispute' ? (
        <ReasonDialog
          title={t('dispute.title')}
          text={t('dispute.text', { name: entry.organizationName ?? t('row.centre') })}
          label={t('dispute.label')}
          confirm={t('dispute.confirm')}
          onSubmit={async (reason) => {
            await takeHoursStep(entry, 'dispute', reason);
            addToast({ title: t('dispute.done'), color: 'success' });
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      <ConfirmDialog
        open={asked === 'remove'}
        title={t('remove.title', { hours: t('n', { count: entry.hours }), work })}
        confirmLabel={t('remove.confirm')}
        variant="danger"
        busy={isBusy}
        onConfirm={() => void handle(() => removeHours(entry), t('remove.done'))}
        onCancel={() => setAsked(null)}
      >
        <p>{t('remove.text', { day })}</p>
      </ConfirmDialog>
    </li>
  );
}

/** What was said about it, and by whom. */
function Said({ entry }: { entry: HoursEntry }) {
  const { t } = useTranslation('hours');
  const { loggedHours, hours, reason, isAutomatic, remark } = entry;
  const standing = standingOf(entry);
  const name =
    (standing === 'corrected' ? entry.confirmedByName : null) ?? entry.organizationName ?? t('row.centre');
  const was = loggedHours === hours ? null : t('row.was', { hours: t('n', { count: loggedHours }) });
  const said =
    reason === null || standing === 'confirmed' || standing === 'logged'
      ? null
      : standing === 'disagreed'
        ? t('row.youSaid', { reason })
        : t('row.said', { name, reason });
  const line = [was, said].filter(Boolean).join(' ');
  return (
    <>
      {line ? <p className="hint">{line}</p> : null}
      {remark ? <p className="hint">{t('row.remark', { remark })}</p> : null}
      {isAutomatic && standing === 'confirmed' ? <p className="hint">{t('row.automatic')}</p> : null}
      {entry.source === 'check_in' && standing === 'logged' ? (
        <p className="hint">{t('row.checkedIn')}</p>
      ) : null}
    </>
  );
}
