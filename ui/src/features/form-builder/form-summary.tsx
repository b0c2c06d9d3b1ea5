// The answers counted: bars for the eye, with the numbers in the same table.
import { useTranslation } from 'react-i18next';
import { type QuestionCounts, useFormData } from '../../api/form-data.ts';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { formatNumber } from '../../lib/locale/time.ts';

export function FormSummary({ id }: { id: string }) {
  const { data, status, refresh } = useFormData(id, 'summary');
  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  return (data ?? []).map((question) => <Counts key={question.question_id} question={question} />);
}

function Counts({ question }: { question: QuestionCounts }) {
  const { t } = useTranslation('form-builder');
  const { text, answered, counts, lowest, average, highest } = question;
  return (
    <table>
      <caption>
        {text} ({t('summary.answered', { count: answered })})
      </caption>
      {counts.length > 0 ? (
        <tbody>
          {counts.map(({ value, count }) => (
            <tr key={value}>
              <th scope="row">{value === 'true' ? t('yes') : value}</th>
              <td>{formatNumber(count)}</td>
              <td aria-hidden="true">
                <span
                  className="builder-bar"
                  style={{ inlineSize: `${answered === 0 ? 0 : (100 * count) / answered}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      ) : average !== null ? (
        <tbody>
          {(
            [
              ['lowest', lowest],
              ['average', average],
              ['highest', highest],
            ] as const
          ).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{t(`summary.${name}`)}</th>
              <td>{formatNumber(value ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      ) : null}
    </table>
  );
}
