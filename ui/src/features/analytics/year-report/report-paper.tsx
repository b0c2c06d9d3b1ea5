// The sheets of a yearly report: always light, in the colours of the centre.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { GoalState, ReportGoal, YearReportPage } from '../../../api/year-report-calls.ts';
import { StatusBadge, type Tone } from '../../../components/content/badge.tsx';
import { LogoMark } from '../../../components/media/drawing.tsx';
import type { IconName } from '../../../components/media/icon.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { FigureCard } from '../figure-card.tsx';
import { KeyFigures } from '../key-figures.tsx';

interface ReportPaperProps {
  report: YearReportPage;
  isLoading: boolean;
}

export function ReportPaper({ report, isLoading }: ReportPaperProps) {
  const { t } = useTranslation('year-report');
  const { year, isRunning, title, intro, keyNumbers, goals, stories, setbacks, demand, method } = report;
  // The first figure is how the year went; the others explain it.
  const [first, ...others] = report.figures;
  return (
    <div className="report-paper" aria-busy={isLoading || undefined}>
      <Sheet report={report} number={1}>
        <div className="report-title">
          <h2>{title}</h2>
          <Paragraphs text={intro} />
          {isRunning ? <p className="report-running">{t('running', { year: String(year) })}</p> : null}
        </div>
        <KeyFigures numbers={keyNumbers} hrefOf={nowhere} />
        {first ? <FigureCard figure={first} level={3} /> : null}
        {goals.length > 0 ? <Goals goals={goals} isRunning={isRunning} /> : null}
      </Sheet>
      <Sheet report={report} number={2}>
        {stories.length > 0 ? (
          <section className="report-stories" aria-label={t('stories')}>
            {stories.map(({ quote, by }) => (
              <blockquote key={quote} className="report-quote">
                <p>{t('quote', { text: quote })}</p>
                {by ? <footer>{by}</footer> : null}
              </blockquote>
            ))}
          </section>
        ) : null}
        <div className="report-columns">
          {others.map((figure) => (
            <FigureCard key={figure.key} figure={figure} level={3} />
          ))}
        </div>
        <div className="report-columns">
          {setbacks ? (
            <Part title={t('setbacks')}>
              <Paragraphs text={setbacks} />
            </Part>
          ) : null}
          {demand ? (
            <Part title={t('demand')}>
              <Paragraphs text={demand} />
            </Part>
          ) : null}
        </div>
        <Part title={t('method')}>
          {method.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </Part>
      </Sheet>
    </div>
  );
}

/** On paper a number leads nowhere. */
const nowhere = () => null;

interface SheetProps {
  report: YearReportPage;
  number: 1 | 2;
  children: ReactNode;
}

function Sheet({ report: { year, center, recipient }, number, children }: SheetProps) {
  const { t } = useTranslation('year-report');
  const reach = [center.name, center.address, center.phoneNumber ? formatPhone(center.phoneNumber) : null];
  return (
    <article className="report-sheet" data-theme="light" aria-label={t('sheet', { number })}>
      <header className="report-head">
        <CentreName id={center.id} name={center.name} />
        <p>
          <span>{t('head', { year: String(year) })}</span>
          {recipient ? <span>{t('for', { recipient })}</span> : null}
        </p>
      </header>
      {children}
      <footer className="report-foot">{reach.filter(Boolean).join(', ')}</footer>
    </article>
  );
}

/** The logo of this site's centre has its name; another centre is its name beside our sign. */
function CentreName({ id, name }: { id: string; name: string }) {
  const logo = centre.value?.id === id ? centre.value.profile?.websiteLogoUrl : null;
  return (
    <span className="report-centre">
      {logo ? (
        <img src={logo} alt={name} width="180" height="40" />
      ) : (
        <>
          <LogoMark />
          <b>{name}</b>
        </>
      )}
    </span>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="report-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** Plain text; an empty line begins another paragraph. */
function Paragraphs({ text }: { text: string }) {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((each) => each.trim())
    .filter(Boolean);
  return paragraphs.map((each, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name
    <p key={at}>{each}</p>
  ));
}

const STATE: Readonly<Record<GoalState, { tone: Tone; icon: IconName }>> = {
  reached: { tone: 'success', icon: 'check' },
  almost: { tone: 'warning', icon: 'minus' },
  missed: { tone: 'danger', icon: 'close' },
  running: { tone: 'info', icon: 'clock' },
  unknown: { tone: 'neutral', icon: 'question' },
};

function Goals({ goals, isRunning }: { goals: readonly ReportGoal[]; isRunning: boolean }) {
  const { t } = useTranslation('year-report');
  const reachedHead = t(isRunning ? 'goals.reachedSoFar' : 'goals.reached');
  return (
    <Part title={t('goals.title')}>
      <div className="figure-data">
        <table className="figure-table">
          <caption className="visually-hidden">{t('goals.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('goals.measure')}</th>
              <th scope="col">{t('goals.target')}</th>
              <th scope="col">{reachedHead}</th>
              <th scope="col">{t('goals.state')}</th>
            </tr>
          </thead>
          <tbody>
            {goals.map(({ measure, label, target, reached, state }) => (
              <tr key={measure}>
                <th scope="row">{label}</th>
                <td data-label={t('goals.target')}>{target}</td>
                <td data-label={reachedHead}>{reached}</td>
                <td data-label={t('goals.state')}>
                  <StatusBadge {...STATE[state]}>{t(`goals.is.${state}`)}</StatusBadge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}
