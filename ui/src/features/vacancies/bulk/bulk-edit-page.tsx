// Many vacancies at once: which ones, what changes, what would happen, and then the change with a way back.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { useLoaded, useResourceList } from '../../../api/hooks.ts';
import type { VacancyBulkEdit } from '../../../api/schema.d.ts';
import type { BulkPreview } from '../../../api/staff-calls.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card, FormCard } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { ageGroups, loadTaxonomy, nameOf, offeredTerms, tags } from '../../../lib/centre/taxonomies.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatNumber, formatTime } from '../../../lib/locale/time.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { selectedOrganizationId } from '../../../lib/session/session.ts';
import { loadOwner, people } from '../form/vacancy-form.store.ts';
import { listTitle } from '../list/my-vacancies.store.ts';
import { paramsOf, readState } from '../list/my-vacancies-url.ts';
import {
  beginBulkEdit,
  type Chosen,
  changeOf,
  EVENTS,
  filterOfState,
  followBulkEdit,
  lastBulkEdit,
  rehearseBulkEdit,
  undoBulkEdit,
} from './bulk.store.ts';
import { BulkPreviewResults, BulkResults } from './bulk-results.tsx';
import './bulk.css';

interface Told {
  preview: BulkPreview;
  change: Record<string, unknown>;
}

export default function BulkEditPage() {
  const { t } = useTranslation(['vacancy-bulk', 'vacancies']);
  const params = useQuery();
  const ids = (params.get('ids') ?? '').split(',').filter((id) => /^\d+$/.test(id));
  const state = readState(params);
  // All that match is what the list handed over, or somebody pressed the button for it.
  const [isAll, setIsAll] = useState(params.get('all') === '1');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [told, setTold] = useState<Told | null>(null);
  const [done, setDone] = useState<VacancyBulkEdit | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [progress, setProgress] = useState<VacancyBulkEdit | null>(null);
  const [failure, setFailure] = useState('');
  const [round, setRound] = useState(0);
  usePageHead(t('title'));

  const chosen: Chosen =
    ids.length > 0
      ? { kind: 'ids', ids }
      : isAll
        ? { kind: 'filter', filter: filterOfState(state) }
        : { kind: 'ids', ids: [...picked] };

  async function work<T>(asked: () => Promise<T>): Promise<T | null> {
    setFailure('');
    setIsBusy(true);
    try {
      return await asked();
    } catch (thrown) {
      setFailure(thrown instanceof ApiError ? thrown.message : t('failed'));
      return null;
    } finally {
      setIsBusy(false);
      setProgress(null);
    }
  }

  async function handleTell(value: FormValue) {
    const change = changeOf(value);
    if (Object.keys(change).length === 0) return [{ detail: t('nothing') }];
    if (chosen.kind === 'ids' && chosen.ids.length === 0) return [{ detail: t('nobody') }];
    const preview = await work(() => rehearseBulkEdit(chosen, change));
    if (preview) setTold({ preview, change });
    return [];
  }

  async function handleRun() {
    if (!told) return;
    const { change, preview } = told;
    const edit = await work(async () =>
      followBulkEdit(await beginBulkEdit(chosen, change, preview.versions), setProgress),
    );
    if (!edit) return;
    setDone(edit);
    setTold(null);
    setRound((times) => times + 1);
  }

  return (
    <div className="bulk-edit">
      <Breadcrumb
        crumbs={[{ label: t(`vacancies:${listTitle()}`), href: '/vacancies' }, { label: t('title') }]}
      />
      <PageTitle title={t('title')} description={t('lead')} />
      <UndoLast round={round} onUndone={() => setDone(null)} />
      {failure ? (
        <Notice tone="warning" live>
          <p>{failure}</p>
        </Notice>
      ) : null}
      {progress ? <Progress edit={progress} /> : null}
      {done ? (
        <Card title={t('done.title', { count: done.changed })}>
          <BulkResults key={done.id} edit={done} />
          <div className="button-row">
            <ButtonLink href="/vacancies" variant="primary">
              {t('done.back')}
            </ButtonLink>
            <Button onClick={() => setDone(null)}>{t('done.again')}</Button>
          </div>
        </Card>
      ) : told ? (
        <Card title={t('told.title')}>
          <p>{t('told.text', { changed: told.preview.changed, total: told.preview.processed })}</p>
          {told.preview.processed < told.preview.total ? (
            <p>
              {t('told.first', {
                processed: formatNumber(told.preview.processed),
                total: formatNumber(told.preview.total),
              })}
            </p>
          ) : null}
          <BulkPreviewResults preview={told.preview} />
          <div className="button-row">
            <Button variant="quiet" onClick={() => setTold(null)}>
              {t('told.back')}
            </Button>
            <Button
              variant="primary"
              busy={isBusy}
              off={told.preview.changed === 0}
              onClick={() => void handleRun()}
            >
              {told.preview.processed < told.preview.total
                ? t('told.runAll', { total: formatNumber(told.preview.total) })
                : t('told.run', { count: told.preview.changed })}
            </Button>
          </div>
        </Card>
      ) : (
        <Form onSubmit={handleTell} label={t('title')}>
          {ids.length > 0 ? (
            <p>{t('chosen', { count: ids.length, number: formatNumber(ids.length) })}</p>
          ) : (
            <Choice
              picked={isAll ? null : picked}
              onPick={(next) => {
                setIsAll(next === null);
                setPicked(next ?? new Set());
              }}
            />
          )}
          <ChangeFields />
          <div className="button-row">
            <SubmitButton large>{t('tell')}</SubmitButton>
          </div>
        </Form>
      )}
    </div>
  );
}

/** By hand, or all that match. */
function Choice({
  picked,
  onPick,
}: {
  picked: ReadonlySet<string> | null;
  onPick: (picked: ReadonlySet<string> | null) => void;
}) {
  const { t } = useTranslation('vacancy-bulk');
  const state = readState(useQuery());
  const list = useResourceList(
    'vacancies',
    { ...paramsOf(state), page: { number: 1, size: 100 } },
    { scope: selectedOrganizationId.value },
  );
  const toggle = (id: string) => {
    const next = new Set(picked ?? list.items.map((each) => each.id));
    if (next.has(id)) next.delete(id);
    else next.add(id);
    onPick(next);
  };
  return (
    <Card title={t('which')}>
      <p>
        {picked
          ? t('chosen', { count: picked.size, number: formatNumber(picked.size) })
          : t('allOf', { count: list.total, number: formatNumber(list.total) })}{' '}
        {picked ? (
          <Button variant="quiet" small onClick={() => onPick(null)}>
            {t('chooseAll', { count: list.total, number: formatNumber(list.total) })}
          </Button>
        ) : (
          <Button variant="quiet" small onClick={() => onPick(new Set())}>
            {t('chooseNone')}
          </Button>
        )}
      </p>
      <ul className="bulk-choice">
        {list.items.map(({ id, title, organizationName }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={picked === null || picked.has(id)}
                onChange={() => toggle(id)}
              />
              <span>
                {title} <span className="soft">{organizationName}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {list.total > list.items.length ? (
        <p className="soft">{t('onlyFirst', { number: formatNumber(list.items.length) })}</p>
      ) : null}
    </Card>
  );
}

function ChangeFields() {
  const { t } = useTranslation(['vacancy-bulk', 'vacancies']);
  const organizationId = selectedOrganizationId.value;
  useEffect(() => {
    void loadTaxonomy(tags);
    void loadTaxonomy(ageGroups);
  }, []);
  useLoaded(`bulk:owner:${organizationId ?? ''}`, () => loadOwner(organizationId));
  const tagChoices = offeredTerms(tags, []).map((term) => ({ value: term.key, label: nameOf(term) }));
  return (
    <FormCard title={t('what')}>
      <p className="soft">{t('whatHint')}</p>
      <Field
        name="event"
        kind="select"
        label={t('field.event')}
        choices={EVENTS.map((event) => ({ value: event, label: t(`event.${event}`) }))}
      />
      <Field name="expiresAt" kind="date" label={t('field.expiresAt')} />
      <Field name="tagsAdd" kind="tags" label={t('field.tagsAdd')} choices={tagChoices} />
      <Field name="tagsRemove" kind="tags" label={t('field.tagsRemove')} choices={tagChoices} />
      <Field
        name="ageGroupIds"
        kind="tags"
        label={t('field.ageGroups')}
        choices={offeredTerms(ageGroups, []).map((term) => ({ value: term.id, label: nameOf(term) }))}
      />
      {people.value.length > 0 ? (
        <Field
          name="contactPersonId"
          kind="select"
          label={t('field.contact')}
          choices={people.value.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        />
      ) : null}
      <Field
        name="phone"
        kind="select"
        label={t('field.phone')}
        choices={(['yes', 'no'] as const).map((value) => ({ value, label: t(`phone.${value}`) }))}
      />
    </FormCard>
  );
}

function Progress({ edit }: { edit: VacancyBulkEdit }) {
  const { t } = useTranslation('vacancy-bulk');
  return (
    <div role="status" className="stack">
      <p>{t('progress', { done: formatNumber(edit.processed), total: formatNumber(edit.total) })}</p>
      <progress value={edit.processed} max={Math.max(1, edit.total)} />
    </div>
  );
}

/** What was changed last can be put back for an hour. */
function UndoLast({ round, onUndone }: { round: number; onUndone: () => void }) {
  const { t } = useTranslation('vacancy-bulk');
  const { data: last, refresh } = useLoaded(`bulk:last:${round}`, lastBulkEdit);
  const [isBusy, setIsBusy] = useState(false);
  if (!last?.undoUntil) return null;
  async function handleUndo(id: string) {
    setIsBusy(true);
    try {
      const undone = await followBulkEdit(await undoBulkEdit(id), () => {});
      const kept = undone.changed;
      addToast({
        title: t('undo.done'),
        message: kept > 0 ? t('undo.kept', { count: kept }) : '',
        color: kept > 0 ? 'warning' : 'success',
      });
      onUndone();
    } catch {
      addToast({ title: t('undo.failed'), color: 'danger' });
    } finally {
      setIsBusy(false);
      await refresh();
    }
  }
  return (
    <Notice>
      <p>{t('undo.text', { count: last.changed, time: formatTime(last.undoUntil) })}</p>
      <Button icon="undo" busy={isBusy} onClick={() => void handleUndo(last.id)}>
        {t('undo.action')}
      </Button>
    </Notice>
  );
}
