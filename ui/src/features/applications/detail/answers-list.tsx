// What the vacancy asked, and what was answered.
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { Card } from '../../../components/layout/card.tsx';

export function AnswersList({ application }: { application: Application }) {
  const { t } = useTranslation('applications');
  return (
    <dl className="answers">
      {application.answers.map(({ question, kind, answer }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{kind === 'yes_no' ? t(answer === 'yes' ? 'answers.yes' : 'answers.no') : answer}</dd>
        </div>
      ))}
    </dl>
  );
}

export function AnswersCard({ application }: { application: Application }) {
  const { t } = useTranslation('applications');
  if (application.answers.length === 0) return null;
  return (
    <Card title={t('answers.title')}>
      <AnswersList application={application} />
    </Card>
  );
}
