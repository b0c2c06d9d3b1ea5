// The app's own way to the API: a list, one object, an error in words, a call that is given up, and one that is tried again.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { API, ApiError, addressOf } from '../../api/client.ts';
import { useResource, useResourceList } from '../../api/hooks.ts';
import { readResource } from '../../api/requests.ts';
import { tryAddress } from '../../api/trial.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { errorTexts } from '../../lib/feedback/error-texts.ts';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { Facts, TestPage } from './test-page.tsx';

const SIZE = 3;
const RETRIED_PATH = '/taxonomies?page[size]=1';

interface Outcome {
  name: string;
  status: number | null;
  isOffline: boolean | null;
  titleKey: string | null;
  code: string | null;
  field: string | null;
}

function outcomeOf(thrown: unknown): Outcome {
  const { name } = thrown as Error;
  if (!(thrown instanceof ApiError)) {
    return { name, status: null, isOffline: null, titleKey: null, code: null, field: null };
  }
  return {
    name,
    status: thrown.statusCode,
    isOffline: thrown.isOffline,
    titleKey: errorTexts(normaliseError(thrown)).titleKey,
    code: thrown.errors[0]?.code ?? null,
    field: thrown.problems[0]?.field ?? null,
  };
}

/** How often the browser asked this address since then. */
const triesOf = (address: string, since: number): number =>
  performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => startTime >= since && decodeURI(name).endsWith(address)).length;

export default function DollarApiPage() {
  const { t } = useTranslation(['test-pages', 'errors']);
  const list = useResourceList('vacancies', { page: { size: SIZE } });
  const first = useResource('vacancies', list.items[0]?.id ?? null);
  const [mapped, setMapped] = useState<Outcome | null>(null);
  const [aborted, setAborted] = useState<Outcome | null>(null);
  const [retried, setRetried] = useState<{ tries: number; milliseconds: number; status: number } | null>(
    null,
  );
  const [isTrying, setIsTrying] = useState(false);

  const handleMap = () =>
    readResource('vacancies', '0').catch((thrown: unknown) => setMapped(outcomeOf(thrown)));

  async function handleAbort() {
    const stop = new AbortController();
    const asked = tryAddress('/vacancies?page[size]=100', { fresh: true, signal: stop.signal });
    stop.abort();
    await asked.catch((thrown: unknown) => setAborted(outcomeOf(thrown)));
  }

  async function handleRetry() {
    setIsTrying(true);
    const begun = performance.now();
    let status: number;
    try {
      ({ status } = await tryAddress(RETRIED_PATH, { fresh: true }));
    } catch (thrown) {
      status = thrown instanceof ApiError ? thrown.statusCode : 0;
    }
    const milliseconds = Math.round(performance.now() - begun);
    setRetried({ status, milliseconds, tries: triesOf(addressOf(RETRIED_PATH), begun) });
    setIsTrying(false);
  }

  return (
    <TestPage name="dollarApi">
      <Card title={t('dollarApi.list')} className="stack">
        {list.status === 'error' ? (
          <LoadProblem onRetry={() => void list.refresh()} />
        ) : list.items.length === 0 && list.status !== 'success' ? (
          <RowSkeletons count={SIZE} />
        ) : (
          <>
            <Facts
              facts={[
                [t('dollarApi.address'), addressOf('/vacancies', { 'page[size]': SIZE })],
                [t('dollarApi.total'), String(list.total)],
                [t('dollarApi.pages'), `${list.page} / ${list.pages}`],
                [t('dollarApi.can'), list.can.join(', ')],
              ]}
            />
            <ol>
              {list.items.map(({ id, title }) => (
                <li key={id}>{title}</li>
              ))}
            </ol>
            <ButtonRow>
              <Button icon="refresh" onClick={() => void list.refresh()}>
                {t('dollarApi.refresh')}
              </Button>
              <Button icon="plus" off={list.page >= list.pages} onClick={() => void list.more()}>
                {t('dollarApi.more')}
              </Button>
            </ButtonRow>
          </>
        )}
      </Card>
      <Card title={t('dollarApi.one')} className="stack">
        {first.item ? (
          <Facts
            facts={[
              [t('dollarApi.address'), `${API}/vacancies/${first.item.id}`],
              [t('dollarApi.itemTitle'), first.item.title],
              [t('dollarApi.can'), first.item.can.join(', ')],
              [t('dollarApi.transitions'), first.item.transitions.map(String).join(', ')],
            ]}
          />
        ) : (
          <RowSkeletons count={2} />
        )}
      </Card>
      <Card title={t('dollarApi.error')} className="stack">
        <p>{t('dollarApi.errorText')}</p>
        <Button onClick={() => void handleMap()}>{t('dollarApi.ask')}</Button>
        <OutcomeFacts outcome={mapped} />
      </Card>
      <Card title={t('dollarApi.abort')} className="stack">
        <p>{t('dollarApi.abortText')}</p>
        <Button onClick={() => void handleAbort()}>{t('dollarApi.giveUp')}</Button>
        <OutcomeFacts outcome={aborted} />
      </Card>
      <Card title={t('dollarApi.retry')} className="stack">
        <p>{t('dollarApi.retryText')}</p>
        <Button busy={isTrying} onClick={() => void handleRetry()}>
          {t('dollarApi.tryIt')}
        </Button>
        <div role="status">
          {retried ? (
            <Facts
              facts={[
                [t('api.status'), retried.status === 0 ? t('api.noAnswer') : String(retried.status)],
                [t('dollarApi.tries'), String(retried.tries)],
                [t('api.time'), t('api.milliseconds', { time: retried.milliseconds })],
              ]}
            />
          ) : null}
        </div>
      </Card>
    </TestPage>
  );
}

function OutcomeFacts({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation(['test-pages', 'errors']);
  return (
    <div role="status">
      {outcome ? (
        <Facts
          facts={[
            [t('dollarApi.class'), <code key="name">{outcome.name}</code>],
            [t('api.status'), outcome.status === null ? '' : String(outcome.status)],
            [t('dollarApi.code'), outcome.code],
            [t('dollarApi.words'), outcome.titleKey ? serverWords(t)(outcome.titleKey) : ''],
          ]}
        />
      ) : null}
    </div>
  );
}
