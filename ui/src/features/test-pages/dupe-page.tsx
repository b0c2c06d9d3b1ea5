// The check for organisations that may be there twice: by KvK number, domain of the email address, name and address.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/cache.ts';
import type { ApiError } from '../../api/client.ts';
import { useResourceList } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { ButtonRow } from '../../components/actions/button.tsx';
import { Tag } from '../../components/content/badge.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import { Card } from '../../components/layout/card.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import '../../components/layout/line-list.css';
import { TestPage } from './test-page.tsx';

interface Double {
  id: string;
  name: string;
  /** What is the same: `kvk_number`. */
  reasons: readonly string[];
}

async function findDoubles(id: string): Promise<readonly Double[]> {
  const { document, items } = await send(STAFF_CALLS.duplicates, { id });
  const wires = Array.isArray(document.data) ? document.data : [];
  return items.map(({ id: found, name }) => {
    const meta = wires.find((wire) => wire.id === found)?.meta as { reasons?: string[] } | undefined;
    return { id: found, name, reasons: meta?.reasons ?? [] };
  });
}

export default function DupePage() {
  const { t } = useTranslation(['test-pages', 'organization-review']);
  const { items, status, refresh } = useResourceList('organizations', { sort: 'name', page: { size: 100 } });
  const [found, setFound] = useState<readonly Double[] | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);

  async function handleSubmit(id: string) {
    setFound(null);
    setProblem(null);
    try {
      setFound(await findDoubles(id));
    } catch (thrown) {
      setProblem(asApiError(thrown));
    }
  }

  return (
    <TestPage name="dupe">
      <Card title={t('dupe.choose')} className="stack">
        {status === 'error' ? (
          <LoadProblem onRetry={() => void refresh()} />
        ) : items.length === 0 && status !== 'success' ? (
          <RowSkeletons count={1} />
        ) : (
          <Form onSubmit={({ organization }) => handleSubmit(String(organization))}>
            <Field
              name="organization"
              kind="select"
              label={t('dupe.organization')}
              rules={{ required: true }}
              choices={items.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <ButtonRow>
              <SubmitButton>{t('dupe.search')}</SubmitButton>
            </ButtonRow>
          </Form>
        )}
      </Card>
      <div aria-live="polite">
        {problem ? (
          <Notice tone="danger">
            <p>{problem.statusCode === 403 ? t('dupe.forbidden') : problem.message}</p>
          </Notice>
        ) : null}
        {found ? (
          <Card title={t('dupe.found', { count: found.length })} className="stack">
            {found.length === 0 ? (
              <p className="soft">{t('dupe.none')}</p>
            ) : (
              <ul className="line-list">
                {found.map(({ id, name, reasons }) => (
                  <li key={id}>
                    <AppLink href={`/organizations/${id}`}>{name}</AppLink>
                    <span className="chip-row">
                      {reasons.map((each) => (
                        <Tag key={each}>{serverWords(t)(`organization-review:same.${each}`)}</Tag>
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        ) : null}
      </div>
    </TestPage>
  );
}
