// What was reported, beside the list: as it was then, by whom, what is known of who it is about, and what was done.
import { useTranslation } from 'react-i18next';
import type { AbuseReport } from '../../../api/report-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { StatusBadge, Tag, type Tone } from '../../../components/content/badge.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Icon, type IconName } from '../../../components/media/icon.tsx';
import { PanelHead, PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { formatDate, formatDateTime, formatTime } from '../../../lib/locale/time.ts';
import { hasOpenAppeal, isOpen } from './report-rules.ts';
import { useReportWords } from './report-words.ts';
import { ReportedThing } from './reported-thing.tsx';
import { useReport } from './reports.store.ts';
import './reports.css';

export function ReportPanel({ id }: { id: string }) {
  const { data, status, refresh } = useReport(id);
  if (data) return <Shown report={data} />;
  return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={5} />;
}

function Shown({ report }: { report: AbuseReport }) {
  const { t } = useTranslation(['moderation-reports', 'report']);
  const words = useReportWords();
  return (
    <>
      <PanelHead
        title={t(`report:category.${report.category}`)}
        face={
          <span className="arch is-flag" aria-hidden="true">
            <Icon name="flag" />
          </span>
        }
        sign={
          <>
            <StatusBadge {...lookOf(report)}>{words.status(report)}</StatusBadge>
            {report.isHidden ? <Tag warm>{t('hiddenNow')}</Tag> : null}
          </>
        }
      >
        <Subject report={report} />
      </PanelHead>
      {report.appealBody ? <Appeal report={report} /> : null}
      <ReportedThing report={report} />
      <div className="report-columns">
        <Reporters report={report} />
        <div className="stack">
          <Known report={report} />
          <Done report={report} />
        </div>
      </div>
      {report.reporterText || report.reportedText || report.note ? <Decision report={report} /> : null}
    </>
  );
}

function lookOf(report: AbuseReport): { tone: Tone; icon: IconName } {
  if (hasOpenAppeal(report)) return { tone: 'warning', icon: 'undo' };
  if (report.status === 'in_review') return { tone: 'info', icon: 'eye' };
  return isOpen(report.status) ? { tone: 'neutral', icon: 'clock' } : { tone: 'success', icon: 'check' };
}

/** Who or what it is about, with the way there for who works here. */
function Subject({ report }: { report: AbuseReport }) {
  const words = useReportWords();
  const { reportedUserId, organizationId, organizationName, subjectTitle, subjectType } = report;
  const text = words.subject(report);
  const isOrganization = subjectType === 'organizations' && organizationName === subjectTitle;
  return (
    <>
      {reportedUserId ? <AppLink href={`/users/${reportedUserId}`}>{text}</AppLink> : text}
      {organizationId && organizationName && !isOrganization ? (
        <>
          {', '}
          <AppLink href={`/organizations/${organizationId}`}>{organizationName}</AppLink>
        </>
      ) : null}
    </>
  );
}

function Reporters({ report }: { report: AbuseReport }) {
  const { t } = useTranslation(['moderation-reports', 'report']);
  return (
    <PanelSection title={t('who')}>
      <ul className="report-by">
        {report.reports.map(({ id, reporterName, createdAt, category, body }) => (
          <li key={id}>
            <b>{reporterName || t('nobody')}</b>
            <small>
              {formatDateTime(createdAt)} · {t(`report:category.${category}`)}
            </small>
            {body ? <p>{t('quote', { text: body })}</p> : null}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

interface Fact {
  icon: IconName;
  isBad?: boolean;
  text: string;
  small?: string;
}

const NEW_ACCOUNT_DAYS = 30;

function Known({ report }: { report: AbuseReport }) {
  const { t } = useTranslation('moderation-reports');
  const { reportsCount, accountDays, organizationSince, organizationName } = report;
  const { earlierReports, earlierMeasures, reporterName, reporterEmail } = report;
  const facts: Fact[] = [
    ...(reportsCount > 1
      ? [
          {
            icon: 'alert',
            isBad: true,
            text: t('fact.times', { count: reportsCount }),
            small: t('fact.timesText'),
          } as const,
        ]
      : []),
    ...(accountDays === null
      ? []
      : [
          {
            icon: 'clock',
            isBad: accountDays < NEW_ACCOUNT_DAYS,
            text: t('fact.account', { count: accountDays }),
          } as const,
        ]),
    ...(organizationSince && organizationName
      ? [
          {
            icon: 'building',
            text: t('fact.since', { name: organizationName, date: formatDate(organizationSince) }),
          } as const,
        ]
      : []),
    earlierReports > 0
      ? { icon: 'flag', isBad: true, text: t('fact.earlier', { count: earlierReports }) }
      : { icon: 'check', text: t('fact.earlierNone') },
    ...(earlierMeasures > 0
      ? [{ icon: 'shield', isBad: true, text: t('fact.measures', { count: earlierMeasures }) } as const]
      : []),
    ...(reporterName === ''
      ? [
          {
            icon: 'mail',
            text: reporterEmail ? t('fact.email', { email: reporterEmail }) : t('fact.noEmail'),
          } as const,
        ]
      : []),
  ];
  return (
    <PanelSection title={t('known')}>
      <ul className="report-facts">
        {facts.map(({ icon, isBad, text, small }) => (
          <li key={text} className={isBad ? 'is-bad' : undefined}>
            <Icon name={icon} />
            <div>
              {text}
              {small ? <small>{small}</small> : null}
            </div>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

/** What happened, the newest first. */
function Done({ report }: { report: AbuseReport }) {
  const { t } = useTranslation('moderation-reports');
  const words = useReportWords();
  const { handledByName, decidedAt, decidedByName, appealedAt, appealStatus } = report;
  const lines: { at: string | null; text: string }[] = [];
  if (appealStatus === 'upheld' || appealStatus === 'overturned')
    lines.push({ at: null, text: t(`log.${appealStatus}`) });
  if (appealedAt) lines.push({ at: appealedAt, text: t('log.appealed') });
  if (decidedAt)
    lines.push({
      at: decidedAt,
      text: t('log.decided', { what: words.decision(report), name: decidedByName || t('log.somebody') }),
    });
  if (handledByName) lines.push({ at: null, text: t('log.taken', { name: handledByName }) });
  return (
    <PanelSection title={t('done')}>
      {lines.length === 0 ? (
        <p className="soft">{t('nothingDone')}</p>
      ) : (
        <ol className="report-log">
          {lines.map(({ at, text }) => (
            <li key={text}>
              {at ? <time dateTime={at}>{formatDateTime(at)}</time> : null}
              {text}
            </li>
          ))}
        </ol>
      )}
    </PanelSection>
  );
}

function Decision({ report }: { report: AbuseReport }) {
  const { t } = useTranslation('moderation-reports');
  const words = useReportWords();
  const parts = [
    { title: t('toReporter'), text: report.reporterText },
    { title: t('toReported', { name: words.reported(report) }), text: report.reportedText },
    { title: t('note'), text: report.note },
  ];
  return (
    <PanelSection title={t('decision')}>
      <dl className="report-decision">
        {parts.map(({ title, text }) =>
          text ? (
            <div key={title}>
              <dt>{title}</dt>
              <dd className="as-typed">{text}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </PanelSection>
  );
}

/** Somebody did not agree; whoever decided does not decide on that, where there is a colleague. */
function Appeal({ report }: { report: AbuseReport }) {
  const { t } = useTranslation(['moderation-reports', 'report']);
  const words = useReportWords();
  const { appealBy, appealBody, appealedAt, appealText, reporterName } = report;
  const name = appealBy === 'reported' ? words.reported(report) : reporterName || t('appeal.reporter');
  return (
    <PanelSection title={t('appeal.title', { name })}>
      <blockquote className="panel-note">
        <p className="as-typed">{t('quote', { text: appealBody })}</p>
        {appealedAt ? (
          <small className="soft">
            {name}
            {t('moment', { date: formatDate(appealedAt), time: formatTime(appealedAt) })}
          </small>
        ) : null}
      </blockquote>
      {report.decidedAt ? (
        <p>
          {t('appeal.then', {
            what: words.decision(report),
            date: formatDate(report.decidedAt),
            name: report.decidedByName || t('log.somebody'),
            category: t(`report:category.${report.category}`).toLowerCase(),
          })}
        </p>
      ) : null}
      {appealText ? <p className="as-typed">{t('appeal.answered', { text: appealText })}</p> : null}
      {hasOpenAppeal(report) && !report.canDecideAppeal ? (
        <Notice tone="warning" icon="people">
          <p>{t('appeal.own')}</p>
        </Notice>
      ) : null}
    </PanelSection>
  );
}
