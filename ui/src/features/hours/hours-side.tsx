// Beside somebody's own hours: what they come to, and how far a student is.
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import { hoursText, weekDone } from '../../lib/hours/hours.ts';
import { dayNumber, formatIn } from '../../lib/locale/local-time.ts';
import { type OwnLink, type Period, today, useOwnTotals } from './hours.store.ts';

export function TotalsCard({ period, title }: { period: Period; title: string }) {
  const { t } = useTranslation('hours');
  const totals = useOwnTotals(period, 'organization');
  if (totals?.hours === undefined) return null;
  return (
    <Card title={title}>
      <p className="big-number">
        <b>{hoursText(totals.hours)}</b> {t('unit', { count: totals.hours })}
      </p>
      <p className="soft">
        {t('totals.confirmed', { hours: t('n', { count: totals.confirmedHours ?? 0 }) })}
      </p>
      <dl className="total-list">
        {(totals.groups ?? []).map(({ key, label, hours }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{t('n', { count: hours })}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** As much a week as most students do. */
const A_WEEK = 2;

export function TargetCard({ link }: { link: OwnLink }) {
  const { t } = useTranslation('hours');
  const target = link.hourTarget ?? 0;
  const confirmed = link.hoursConfirmed ?? 0;
  const waiting = link.hoursWaiting ?? 0;
  const done = confirmed + waiting;
  const left = Math.max(0, target - done);
  const part = target > 0 ? Math.min(100, Math.round((done / target) * 100)) : 0;
  const week = weekDone(left, A_WEEK, today());
  const day = `${dayNumber(week)} ${formatIn(new Date(`${week}T12:00:00Z`), { month: 'long' })}`;
  const school = link.organization?.name;
  const names = [link.mentorName, school].filter(Boolean).join(', ');
  return (
    <Card title={t('target.title')} className="target">
      <div className="target-line">
        <span className="target-door" aria-hidden="true" style={{ '--part': `${part}%` } as CSSProperties} />
        <div>
          <p className="big-number">
            <b>{hoursText(done)}</b> {t('target.of', { hours: t('n', { count: target }) })}
          </p>
          <p className="soft">
            {left > 0
              ? t('target.left', { left: t('n', { count: left }), perWeek: A_WEEK, day })
              : waiting > 0
                ? t('target.waits')
                : t('target.done')}
          </p>
        </div>
      </div>
      <dl className="total-list">
        <div>
          <dt>{t('target.confirmed')}</dt>
          <dd>{t('n', { count: confirmed })}</dd>
        </div>
        <div>
          <dt>{t('target.waiting')}</dt>
          <dd>{t('n', { count: waiting })}</dd>
        </div>
      </dl>
      {names ? <p className="hint">{t('target.mentor', { names })}</p> : null}
    </Card>
  );
}
