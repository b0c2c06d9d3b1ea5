// Addresses of partners whose vacancies come here by themselves: what came of the last reading, a pause, and reading one now.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useResourceList } from '../../../api/hooks.ts';
import { createResource, listResource, removeResource, send, updateResource } from '../../../api/requests.ts';
import type { VacancySource } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { ConfirmDialog, Dialog } from '../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { SuggestedChoice } from '../../../components/form/controls/suggested-choice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../../lib/locale/time.ts';
import { SettingsFrame } from '../settings-frame.tsx';
import '../../../components/layout/line-list.css';
import './vacancy-sources.css';

const PATH = '/instellingen/partners';
const COUNTS = ['added', 'changed', 'withdrawn', 'returned', 'edited_here', 'faulty'] as const;

const reload = (): Promise<void> => refresh(keyOf('/vacancy_sources'));

export default function VacancySourcesPage() {
  const { t } = useTranslation('vacancy-sources');
  const {
    items,
    status,
    can,
    refresh: again,
  } = useResourceList('vacancy_sources', {
    include: ['organization'],
    page: { size: 100 },
  });
  const [isAdding, setIsAdding] = useState(false);
  return (
    <SettingsFrame current={PATH} title={t('title')} description={t('description')}>
      <Card title={t('list')} className="stack">
        {status === 'error' ? (
          <LoadProblem onRetry={() => void again()} />
        ) : items.length === 0 && status !== 'success' ? (
          <RowSkeletons count={3} />
        ) : items.length === 0 ? (
          <p className="soft">{t('empty')}</p>
        ) : (
          <ul className="source-list">
            {items.map((source) => (
              <SourceLine key={source.id} source={source} />
            ))}
          </ul>
        )}
        {can.includes('create') ? (
          <ButtonRow>
            <Button icon="plus" onClick={() => setIsAdding(true)}>
              {t('add')}
            </Button>
          </ButtonRow>
        ) : null}
      </Card>
      {isAdding ? <AddDialog onClose={() => setIsAdding(false)} /> : null}
    </SettingsFrame>
  );
}

function SourceLine({ source }: { source: VacancySource }) {
  const { t } = useTranslation('vacancy-sources');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { id, url, paused, lastReadAt, nextAt, organization, can } = source;

  async function run(job: () => Promise<unknown>, done: string) {
    setIsBusy(true);
    try {
      await job();
      addToast({ id: 'source', title: done, color: 'success' });
      await reload();
    } catch (thrown) {
      addToast({ id: 'source', title: normaliseError(thrown).message, color: 'danger' });
    }
    setIsBusy(false);
  }

  return (
    <li>
      <div className="source-head">
        <h3>{url}</h3>
        {paused ? <StatusBadge tone="neutral">{t('paused')}</StatusBadge> : null}
        {source.lastFailed ? <StatusBadge tone="danger">{t('failed')}</StatusBadge> : null}
      </div>
      <p className="soft">
        {organization?.name ? t('for', { organisation: organization.name }) : t('forNamed')}
      </p>
      <p>
        {lastReadAt
          ? t(source.lastFailed ? 'triedAt' : 'readAt', { when: formatDateTime(lastReadAt) })
          : t('notYet')}{' '}
        {paused || !nextAt ? '' : t('next', { when: formatDateTime(nextAt) })}
      </p>
      <Result source={source} />
      {can.includes('update') ? (
        <ButtonRow>
          {paused ? null : (
            <Button
              small
              icon="refresh"
              busy={isBusy}
              onClick={() => void run(() => send(STAFF_CALLS.readVacancySource, { id }), t('readsSoon'))}
            >
              {t('readNow')}
            </Button>
          )}
          <Button
            small
            variant="quiet"
            onClick={() =>
              void run(
                () => updateResource('vacancy_sources', id, { paused: !paused }, { ifMatch: false }),
                t(paused ? 'isOn' : 'isPaused'),
              )
            }
          >
            {t(paused ? 'resume' : 'pause')}
          </Button>
          {can.includes('delete') ? (
            <Button small variant="quiet" icon="trash" onClick={() => setIsAsking(true)}>
              {t('remove')}
            </Button>
          ) : null}
        </ButtonRow>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={t('removeTitle')}
        confirmLabel={t('remove')}
        onConfirm={() => {
          setIsAsking(false);
          void run(() => removeResource('vacancy_sources', id), t('isRemoved'));
        }}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('removeText', { url })}</p>
      </ConfirmDialog>
    </li>
  );
}

/** What came of the last reading: the counts that are not nothing, what was wrong, or why it failed. */
function Result({ source: { lastFailed, lastOutcome, lastResult } }: { source: VacancySource }) {
  const { t } = useTranslation('vacancy-sources');
  const result: Readonly<Record<string, unknown>> = lastResult ?? {};
  const counts = COUNTS.flatMap((name) => {
    const count = Number(result[name] ?? 0);
    return count > 0 ? [t(`count.${name}`, { count })] : [];
  });
  const problems = Array.isArray(result.problems) ? result.problems.map(String) : [];
  if (lastFailed)
    return (
      <details>
        <summary>{t('whyFailed')}</summary>
        <p lang="en">{lastOutcome}</p>
      </details>
    );
  if (lastResult === null) return null;
  return (
    <>
      <p>{counts.length > 0 ? `${counts.join(', ')}.` : t('nothingNew')}</p>
      {problems.length > 0 ? (
        <details>
          <summary>{t('problems')}</summary>
          <ul lang="en">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

async function findOrganizations(text: string, signal: AbortSignal) {
  try {
    const { items } = await listResource(
      'organizations',
      { filter: { nameCont: text.trim(), statusEq: 'approved' }, sort: 'name', page: { size: 8 } },
      { signal },
    );
    return items.map(({ id, name }) => ({ value: id, label: name }));
  } catch {
    return [];
  }
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('vacancy-sources');

  async function handleSubmit(value: FormValue) {
    const organizationId = String(value.organizationId ?? '');
    await createResource('vacancy_sources', {
      url: String(value.url ?? '').trim(),
      ...(organizationId ? { organizationId } : {}),
    });
    addToast({ id: 'source', title: t('added'), color: 'success' });
    onClose();
    await reload();
  }

  return (
    <Dialog
      open
      title={t('add')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="vacancy_sources"
          value={{ url: '', organizationId: '' }}
          onSubmit={handleSubmit}
          label={t('add')}
        >
          {content}
        </Form>
      )}
      footer={<SubmitButton>{t('save')}</SubmitButton>}
    >
      <Field name="url" label={t('url')} hint={t('urlHint')} />
      <SuggestedChoice
        name="organizationId"
        label={t('organisation')}
        hint={t('organisationHint')}
        none={t('organisationNone')}
        mayBeEmpty
        icon="building"
        suggest={findOrganizations}
        countLabel={(count) => t('organisationsFound', { count })}
      />
    </Dialog>
  );
}
