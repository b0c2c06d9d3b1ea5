// Whether visits may be counted. Refusing is as easy as agreeing, and the page works the same with either answer.
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { sayAnswer } from '../../../lib/analytics/analytics.ts';
import './analytics-question.css';

export function AnalyticsQuestion() {
  const { t } = useTranslation('analytics-question');
  return (
    <section className="analytics-question" aria-label={t('title')}>
      <div>
        <b>{t('title')}</b>
        <p>
          {t('text')} <AppLink href="/privacy">{t('more')}</AppLink>
        </p>
      </div>
      <div className="button-row">
        <Button onClick={() => sayAnswer('no')}>{t('no')}</Button>
        <Button onClick={() => sayAnswer('yes')}>{t('yes')}</Button>
      </div>
    </section>
  );
}
