// Any GET of the API: what comes back, with which status and how soon.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/cache.ts';
import { tryAddress } from '../../api/trial.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import { Card } from '../../components/layout/card.tsx';
import { formatNumber } from '../../lib/locale/time.ts';
import { Facts, Output, TestPage } from './test-page.tsx';

const EXAMPLES = [
  '/vacancies?page[size]=2',
  '/volunteer_centers/current',
  '/current_user?include=roles',
  '/taxonomies?page[size]=3',
  '/vacancies/0',
] as const;

interface Told {
  path: string;
  status: number;
  milliseconds: number;
  etag: string | undefined;
  document: unknown;
}

async function ask(path: string): Promise<Told> {
  const begun = performance.now();
  const since = () => Math.round(performance.now() - begun);
  try {
    const { status, etag, document } = await tryAddress(path, { fresh: true });
    return { path, status, etag, document, milliseconds: since() };
  } catch (thrown) {
    const { statusCode, errors } = asApiError(thrown);
    return { path, status: statusCode, etag: undefined, document: { errors }, milliseconds: since() };
  }
}

export default function ApiPage() {
  const { t } = useTranslation('test-pages');
  const [path, setPath] = useState<string>(EXAMPLES[0]);
  const [told, setTold] = useState<Told | null>(null);

  async function handleAsk(asked: string) {
    setPath(asked);
    setTold(await ask(asked));
  }

  return (
    <TestPage name="api">
      <Card title={t('api.ask')} className="stack">
        <Form key={path} value={{ path }} onSubmit={(value) => handleAsk(String(value.path).trim())}>
          <Field
            name="path"
            label={t('api.path')}
            hint={t('api.pathHint')}
            rules={{ required: true }}
            check={(value) => (/^\/(?!\/)/.test(String(value).trim()) ? null : t('api.pathFault'))}
          />
          <SubmitButton>{t('api.send')}</SubmitButton>
        </Form>
        <ButtonRow>
          {EXAMPLES.map((each) => (
            <Button key={each} small variant="quiet" onClick={() => void handleAsk(each)}>
              {each}
            </Button>
          ))}
        </ButtonRow>
      </Card>
      <div aria-live="polite">
        {told ? (
          <Card title={t('api.answer')} className="stack">
            <Facts
              facts={[
                [t('api.path'), told.path],
                [t('api.status'), told.status === 0 ? t('api.noAnswer') : String(told.status)],
                [t('api.time'), t('api.milliseconds', { time: told.milliseconds })],
                [t('api.version'), told.etag],
                [
                  t('api.length'),
                  t('api.characters', { length: formatNumber(JSON.stringify(told.document).length) }),
                ],
              ]}
            />
            <Output value={told.document} label={t('api.document')} />
          </Card>
        ) : null}
      </div>
    </TestPage>
  );
}
