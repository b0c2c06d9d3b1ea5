// The answers counted: a card a question, with a bar for the eye and the words and numbers beside it, and the same as a table.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type QuestionCounts, useFormData } from '../../api/form-data.ts';
import { Button } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { formatNumber } from '../../lib/locale/time.ts';

export function FormSummary({ id, several }: { id: string; several: readonly string[] }) {
  const { t } = useTranslation('form-builder');
  const { data, status, refresh } = useFormData(id, 'summary');
  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  const filled = (data ?? []).filter(({ answered }) => answered > 0);
  // What people wrote themselves is read in the list; here stands what can be counted.
  const counted = filled.filter(({ counts, average }) => counts.length > 0 || average !== null);
  if (data && counted.length === 0)
    return <p className="soft">{t(filled.length === 0 ? 'summary.none' : 'summary.onlyWords')}</p>;
  return (
    <div className="summary-grid">
      {counted.map((question) => (
        <Counts
          key={question.question_id}
          question={question}
          isSeveral={several.includes(question.question_id)}
        />
      ))}
    </div>
  );
}

interface CountsProps {
  question: QuestionCounts;
  /** One person can give more than one answer. */
  isSeveral: boolean;
}

function Counts({ question, isSeveral }: CountsProps) {
  const { t } = useTranslation('form-builder');
  const id = useId();
  const { text, answered, counts, lowest, average, highest } = question;
  const people = t('summary.answered', { count: answered });
  const numbers = [
    ['lowest', lowest],
    ['average', average],
    ['highest', highest],
  ] as const;
  return (
    <section className="card summary-card" aria-labelledby={id}>
      <h3 id={id}>{text}</h3>
      <p className="small soft">
        {counts.length > 0 ? t(isSeveral ? 'summary.several' : 'summary.one', { people }) : people}
      </p>
      {counts.length > 0 ? (
        <Bars question={question} />
      ) : average !== null ? (
        <dl className="summary-numbers">
          {numbers.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`summary.${name}`)}</dt>
              <dd>{formatNumber(value ?? 0)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

function Bars({ question: { text, answered, counts } }: { question: QuestionCounts }) {
  const { t } = useTranslation('form-builder');
  const [isTable, setIsTable] = useState(false);
  const most = Math.max(...counts.map(({ count }) => count), 1);
  const named = (value: string): string => (value === 'true' ? t('yes') : value);
  return (
    <>
      <ul className="bar-list">
        {counts.map(({ value, count }) => (
          <li key={value}>
            <span>{named(value)}</span>
            <b>{formatNumber(count)}</b>
            <i aria-hidden="true" style={{ inlineSize: `${(100 * count) / most}%` }} />
          </li>
        ))}
      </ul>
      <Button variant="quiet" small aria-expanded={isTable} onClick={() => setIsTable(!isTable)}>
        {t(isTable ? 'summary.noTable' : 'summary.table')}
      </Button>
      {isTable ? (
        <table className="summary-table">
          <caption className="visually-hidden">{text}</caption>
          <thead>
            <tr>
              <th scope="col">{t('summary.answer')}</th>
              <th scope="col">{t('summary.number')}</th>
              <th scope="col">{t('summary.share')}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ value, count }) => (
              <tr key={value}>
                <th scope="row">{named(value)}</th>
                <td>{formatNumber(count)}</td>
                {/* Of a handful of people a part of a hundred says nothing. */}
                <td>
                  {answered < 10
                    ? t('summary.of', { part: count, total: answered })
                    : `${Math.round((100 * count) / answered)}%`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}
