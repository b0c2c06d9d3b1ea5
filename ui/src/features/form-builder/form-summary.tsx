// The answers counted: a card a question, with a bar for the eye and the words and numbers beside it, and the same as a table.
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type QuestionCounts,
  SUMMARY_MONTHS,
  type Summary,
  type SummaryMonths,
  useFormSummary,
} from '../../api/form-data.ts';
import { Button } from '../../components/actions/button.tsx';
import { BarList } from '../../components/content/bar-list.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { TableFilter } from '../../components/table/table-tools.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatNumber } from '../../lib/locale/time.ts';

export function FormSummary({ id, several }: { id: string; several: readonly string[] }) {
  const { t } = useTranslation('form-builder');
  const titleId = useId();
  const [months, setMonths] = useState<SummaryMonths>('12');
  const { data, status, refresh } = useFormSummary(id, months);
  return (
    <section className="stack" aria-labelledby={titleId}>
      <div className="summary-head">
        <div>
          <h2 id={titleId}>{t('summary.title')}</h2>
          <p className="soft">{data ? t(`summary.lead.${months || 'all'}`, { count: data.total }) : null}</p>
        </div>
        <TableFilter
          label={t('summary.period')}
          value={months}
          options={SUMMARY_MONTHS.map((each) => ({
            value: each,
            label: t(`summary.months.${each || 'all'}`),
          }))}
          onChange={(next) => setMonths(SUMMARY_MONTHS.find((each) => each === next) ?? '12')}
        />
      </div>
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null}
      {data ? <Cards data={data} several={several} /> : null}
    </section>
  );
}

function Cards({ data: { questions, handling }, several }: { data: Summary; several: readonly string[] }) {
  const { t } = useTranslation('form-builder');
  const words = serverWords(t);
  const filled = questions.filter(({ answered }) => answered > 0);
  // What people wrote themselves is read in the list; here stands what can be counted.
  const counted = filled.filter(({ counts, average }) => counts.length > 0 || average !== null);
  const { answered, counts } = handling;
  const none = filled.length === 0 ? 'summary.none' : 'summary.onlyWords';
  return (
    <>
      {counted.length === 0 ? <p className="soft">{t(none)}</p> : null}
      <div className="summary-grid">
        {counted.map((question) => (
          <Counts
            key={question.question_id}
            question={question}
            isSeveral={several.includes(question.question_id)}
          />
        ))}
        {answered > 0 ? (
          <CountCard
            title={t('summary.handling.title')}
            text={t('summary.handling.text', { count: answered })}
          >
            <Bars
              text={t('summary.handling.title')}
              answered={answered}
              counts={counts.map(({ value, count }) => ({
                value: words(`summary.handling.${value}`),
                count,
              }))}
            />
          </CountCard>
        ) : null}
      </div>
    </>
  );
}

function CountCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card summary-card" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="small soft">{text}</p>
      {children}
    </section>
  );
}

interface CountsProps {
  question: QuestionCounts;
  /** One person can give more than one answer. */
  isSeveral: boolean;
}

function Counts({ question, isSeveral }: CountsProps) {
  const { t } = useTranslation('form-builder');
  const { text, answered, counts, lowest, average, highest } = question;
  const people = t('summary.answered', { count: answered });
  const numbers = [
    ['lowest', lowest],
    ['average', average],
    ['highest', highest],
  ] as const;
  return (
    <CountCard
      title={text}
      text={counts.length > 0 ? t(isSeveral ? 'summary.several' : 'summary.one', { people }) : people}
    >
      {counts.length > 0 ? (
        <Bars text={text} answered={answered} counts={counts} />
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
    </CountCard>
  );
}

function Bars({ text, answered, counts }: Pick<QuestionCounts, 'text' | 'answered' | 'counts'>) {
  const { t } = useTranslation('form-builder');
  const [isTable, setIsTable] = useState(false);
  const most = Math.max(...counts.map(({ count }) => count), 1);
  const named = (value: string): string => (value === 'true' ? t('yes') : value);
  return (
    <>
      <BarList whole={most} bars={counts.map(({ value, count }) => ({ label: named(value), count }))} />
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
