// The paper as it is going to be: always light, in the colours of the centre.
import { useTranslation } from 'react-i18next';
import type { ProofContent, ProofKind, ProofLine } from '../../../api/hours-calls.ts';
import { Sentence } from '../../../components/content/sentence.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { hoursText } from '../../../lib/hours/hours.ts';
import { monthAndYear } from '../../../lib/locale/local-time.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { writtenCode } from './proof-choice.ts';

interface PaperProps {
  kind: ProofKind;
  content: Partial<ProofContent>;
  /** None: it gets one when it is made. */
  code: string | null;
}

const day = (text: string | null | undefined): string => (text ? formatDate(`${text}T12:00:00`) : '');
const firstName = (name: string): string => name.split(/\s+/)[0] ?? name;

export function Paper({ kind, content, code }: PaperProps) {
  const { t } = useTranslation(['hours-proof', 'hours']);
  const name = content.personName ?? '';
  const lines = content.lines ?? [];
  const tasks = (content.tasks ?? '').split('\n').map((line) => line.trim());
  return (
    <article
      className={kind === 'certificate' ? 'paper is-certificate' : 'paper'}
      data-theme="light"
      aria-label={t('paper.label')}
    >
      {kind === 'certificate' ? <div className="certificate-door" aria-hidden="true" /> : null}
      <header className="paper-head">
        <b>{centre.value?.name}</b>
      </header>
      <div className={kind === 'certificate' ? 'paper-title' : 'paper-title has-door'}>
        <p>{t(`paper.kind.${kind}`)}</p>
        <h2>{name}</h2>
        <p className="paper-lead">
          <Lead kind={kind} content={content} />
        </p>
      </div>
      {kind === 'certificate' ? null : <Lines kind={kind} lines={lines} total={content.totalHours ?? 0} />}
      {kind === 'volunteering' && tasks.some(Boolean) ? (
        <section className="paper-did">
          <h3>{t('paper.did', { name: firstName(name) })}</h3>
          <ul>
            {tasks.filter(Boolean).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="hint">{t('paper.ownWords')}</p>
        </section>
      ) : null}
      <footer className="paper-foot">
        <p>
          <b>{t('paper.check')}</b>
          <br />
          {t('paper.how', { address: `${location.host}/controle` })}
          <br />
          <span className="code">{code ? writtenCode(code) : t('paper.codeLater')}</span>
        </p>
      </footer>
    </article>
  );
}

function Lead({ kind, content }: Pick<PaperProps, 'kind' | 'content'>) {
  const { t } = useTranslation(['hours-proof', 'hours']);
  const { from, to, totalHours = 0, title, lines = [] } = content;
  const hours = t('hours:n', { count: totalHours });
  const name = centre.value?.name ?? '';
  if (kind === 'certificate') {
    const by = lines[0]?.organizationName ?? name;
    return (
      <Sentence sentence={(mark) => t('paper.attended', { day: day(from), by, hours, title: mark })}>
        <b>{title}</b>
      </Sentence>
    );
  }
  return (
    <Sentence
      sentence={(mark) =>
        from === to
          ? t('paper.helpedOn', { day: day(from), centre: name, hours: mark })
          : t('paper.helped', { from: day(from), to: day(to), centre: name, hours: mark })
      }
    >
      <b>{hours}</b>
    </Sentence>
  );
}

interface LinesProps {
  kind: ProofKind;
  lines: readonly ProofLine[];
  total: number;
}

function Lines({ kind, lines, total }: LinesProps) {
  const { t } = useTranslation(['hours-proof', 'hours']);
  const isByMonth = kind === 'overview';
  const whenOf = ({ from, to }: ProofLine): string => {
    const [first, last] = [monthAndYear(from), monthAndYear(to)];
    return first === last ? first : t('paper.months', { from: first, to: last });
  };
  return (
    <table className="paper-table">
      <caption className="visually-hidden">{t(isByMonth ? 'paper.byMonth' : 'paper.byWork')}</caption>
      <thead>
        <tr>
          <th scope="col">{t(isByMonth ? 'paper.month' : 'paper.what')}</th>
          <th scope="col">{t('paper.at')}</th>
          {isByMonth ? null : <th scope="col">{t('paper.when')}</th>}
          <th scope="col" className="number">
            {t('paper.hours')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.work}${line.organizationName}${line.from}`}>
            <th scope="row">{isByMonth ? monthAndYear(line.from) : line.work}</th>
            <td>{line.organizationName}</td>
            {isByMonth ? null : <td>{whenOf(line)}</td>}
            <td className="number">{hoursText(line.hours)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={isByMonth ? 2 : 3}>
            {t('paper.together')}
          </th>
          <td className="number">{hoursText(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
