// Refusals that the server really gives, each on the error screen. Back to home goes to the front page, and loads the whole
// page at the second press.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_CALLS } from '../../api/account-calls.ts';
import { send } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { tryAddress } from '../../api/trial.ts';
import { Button } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Card } from '../../components/layout/card.tsx';
import { normaliseError, Problem, showError } from '../../lib/feedback/errors.ts';
import { language } from '../../lib/locale/language.ts';
import '../../components/layout/line-list.css';
import { TestPage } from './test-page.tsx';

/** Longer than any name may be. */
const TOO_LONG = 'a'.repeat(5000);

const ASKED = {
  404: () => tryAddress('/vacancies/0', { fresh: true }),
  403: () => send(STAFF_CALLS.mailKinds, { query: { locale: language.peek() } }),
  422: () => send(ACCOUNT_CALLS.changeCurrentUser, { body: { user: { firstName: TOO_LONG } } }),
} as const;

/** The server gives these after many calls or when it breaks: not to be had by asking. */
const SHOWN = [429, 500] as const;

type Asked = keyof typeof ASKED;

export default function ServerErrorPage() {
  const { t } = useTranslation('test-pages');
  const [allowed, setAllowed] = useState<Asked | null>(null);
  const [busy, setBusy] = useState<Asked | null>(null);

  async function handleAsk(status: Asked) {
    setAllowed(null);
    setBusy(status);
    try {
      await ASKED[status]();
      setAllowed(status);
    } catch (thrown) {
      showError(normaliseError(thrown, { fatal: true }));
    }
    setBusy(null);
  }

  return (
    <TestPage name="serverError">
      <Card title={t('serverError.asked')} className="stack">
        <ul className="line-list">
          {([404, 403, 422] as const).map((status) => (
            <li key={status}>
              <div>
                <b>{status}</b>
                <p className="soft small">{t(`serverError.${status}`)}</p>
              </div>
              <Button busy={busy === status} onClick={() => void handleAsk(status)}>
                {t('serverError.ask', { status: String(status) })}
              </Button>
            </li>
          ))}
        </ul>
        {allowed ? (
          <Notice tone="success" live>
            <p>{t('serverError.allowed', { status: String(allowed) })}</p>
          </Notice>
        ) : null}
      </Card>
      <Card title={t('serverError.shown')} className="stack">
        <ul className="line-list">
          {SHOWN.map((status) => (
            <li key={status}>
              <div>
                <b>{status}</b>
                <p className="soft small">{t(`serverError.${status}`)}</p>
              </div>
              <Button onClick={() => showError(new Problem({ statusCode: status, fatal: true }))}>
                {t('serverError.show', { status: String(status) })}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </TestPage>
  );
}
