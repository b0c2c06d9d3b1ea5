// What a message and its answer lead to, and whom to turn to when one is not right.
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import { centre } from '../../lib/centre/centre.ts';

const STEPS = ['one', 'two', 'three'] as const;

export function HowItWorks({ isSent }: { isSent: boolean }) {
  const { t } = useTranslation('pool');
  const email = centre.value?.email;
  return (
    <Card title={t('replies.how.title')} className="stack">
      <ol className="how-replies">
        {STEPS.map((step) => (
          <li key={step}>{t(isSent ? `replies.how.sent.${step}` : `replies.how.received.${step}`)}</li>
        ))}
      </ol>
      {isSent || !email ? null : (
        <p className="hint">
          {t('replies.how.report')} <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </Card>
  );
}
