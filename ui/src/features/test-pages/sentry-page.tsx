// Errors on purpose: each ends where the app catches it. What it hears of them stays until the whole page is loaded anew.
import { signal } from '@preact/signals-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tryAddress } from '../../api/trial.ts';
import { Button } from '../../components/actions/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { onError } from '../../lib/feedback/errors.ts';
import { formatTime } from '../../lib/locale/time.ts';
import '../../components/layout/line-list.css';
import { TestPage } from './test-page.tsx';

interface Heard {
  number: number;
  at: Date;
  message: string;
  isUnhandled: boolean;
}

/** Outlives the page: the error screen takes its place. */
const heard = signal<readonly Heard[]>([]);

onError(({ message, unhandled }) => {
  const number = heard.peek().length + 1;
  heard.value = [...heard.peek(), { number, at: new Date(), message, isUnhandled: unhandled }];
});

function Breaking(): never {
  throw new Error('/test/sentry: render');
}

function failInHandler(): void {
  throw new Error('/test/sentry: handler');
}

function rejectUnhandled(): void {
  void Promise.reject(new Error('/test/sentry: promise'));
}

function refuseUnhandled(): void {
  void tryAddress('/vacancies/0', { fresh: true });
}

export default function SentryPage() {
  const { t } = useTranslation('test-pages');
  const [isBreaking, setIsBreaking] = useState(false);
  const ways = [
    ['render', () => setIsBreaking(true)],
    ['promise', rejectUnhandled],
    ['handler', failInHandler],
    ['refusal', refuseUnhandled],
  ] as const;
  return (
    <TestPage name="sentry">
      {isBreaking ? <Breaking /> : null}
      <Card title={t('sentry.provoke')} className="stack">
        <ul className="line-list">
          {ways.map(([way, provoke]) => (
            <li key={way}>
              <div>
                <b>{t(`sentry.${way}.title`)}</b>
                <p className="soft small">{t(`sentry.${way}.text`)}</p>
              </div>
              <Button onClick={provoke}>{t(`sentry.${way}.button`)}</Button>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('sentry.heard')} className="stack">
        {heard.value.length === 0 ? (
          <p className="soft">{t('sentry.nothing')}</p>
        ) : (
          <ol className="line-list">
            {heard.value.map(({ number, at, message, isUnhandled }) => (
              <li key={number}>
                <code>{message}</code>
                <span className="soft small">
                  {t(isUnhandled ? 'sentry.unhandled' : 'sentry.caught', { time: formatTime(at) })}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </TestPage>
  );
}
