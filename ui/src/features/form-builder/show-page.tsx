// What came in with a form: a table with a column per question, a summary, and the files.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { fetchFile } from '../../api/download.ts';
import { useFormData } from '../../api/form-data.ts';
import { useCall, useResource } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import type { FormSubmission } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { saveFile } from '../../lib/export/download.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { answerText } from './answer-text.ts';
import { FormInvitations } from './form-invitations.tsx';
import { FormSummary } from './form-summary.tsx';
import './form-builder.css';

/** In the filter on who deals with it. */
const NOBODY = 'nobody';
const STATES = ['new', 'in_progress', 'done', 'spam'] as const;

export default function ShowFormPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation(['form-builder', 'routes']);
  const { item: form, status, refresh } = useResource('forms', id);
  const [state, setState] = useState('');
  const [asked, setAsked] = useState('');
  const [answer, setAnswer] = useState('');
  const [page, setPage] = useState(1);
  const [assignee, setAssignee] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isRemoving, setIsRemoving] = useState(false);
  const filter = {
    ...(state === '' ? { 'filter[status_not_eq]': 'spam' } : { 'filter[status_eq]': state }),
    ...(asked === '' ? {} : { 'filter[q]': asked }),
    ...(answer === '' ? {} : { 'filter[answer]': answer }),
    ...(assignee === ''
      ? {}
      : assignee === NOBODY
        ? { 'filter[assignee_id_null]': 'true' }
        : { 'filter[assignee_id_eq]': assignee }),
  };
  const { data: handlers = [] } = useFormData(id, 'handlers');
  const list = useCall(STAFF_CALLS.formSubmissions, {
    id,
    query: { ...filter, 'page[size]': '50', 'page[number]': String(page) } as never,
  });
  if (!form)
    return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={5} />;
  const items: readonly FormSubmission[] = list.data?.items ?? [];
  const columns = form.questions.filter((question) => question.questionType !== 'info_section');
  const withOptions = columns.filter((question) => (question.options?.length ?? 0) > 0);
  const pages = Number((list.data?.meta as { pages?: number } | undefined)?.pages ?? 1);

  async function attempt(change: () => Promise<unknown>) {
    try {
      await change();
      await Promise.all([list.refresh(), refresh()]);
    } catch (cause) {
      addToast({ title: cause instanceof ApiError ? cause.message : t('failed'), color: 'danger' });
    }
  }

  const handleBulk = (event: string) =>
    attempt(async () => {
      await send(STAFF_CALLS.changeSubmissions, { body: { ids: chosen, attributes: { event } } });
      setChosen([]);
    });

  const handleAssign = (assigneeId: string) =>
    attempt(async () => {
      await send(STAFF_CALLS.changeSubmissions, { body: { ids: chosen, attributes: { assigneeId } } });
      const name = handlers.find((person) => person.id === assigneeId)?.name ?? '';
      addToast({ title: t('show.assigned', { count: chosen.length, name }), color: 'success' });
      setChosen([]);
    });

  const handleRemove = () =>
    attempt(async () => {
      setIsRemoving(false);
      await send(STAFF_CALLS.changeSubmissions, { body: { ids: chosen, attributes: { delete: true } } });
      addToast({ title: t('show.removed', { count: chosen.length }), color: 'success' });
      setChosen([]);
      setPage(1);
    });

  /** What is no longer shown is no longer chosen. */
  const narrow = (change: () => void) => {
    change();
    setPage(1);
    setChosen([]);
  };

  const handleFile = (format: 'csv' | 'xlsx') =>
    attempt(async () => {
      const file = await fetchFile(
        STAFF_CALLS.submissionsFile,
        id,
        `?${new URLSearchParams({ format, ...filter })}`,
      );
      saveFile(file.fileName, file.content);
    });

  const handleCopy = () =>
    attempt(async () => {
      const { item } = await send(STAFF_CALLS.duplicateForm, { id });
      if (item) navigateTo(`/form_builder/${item.id}/edit`);
    });

  const goTo = (number: number) => {
    setPage(number);
    setChosen([]);
  };

  const steps =
    form.status === 'open'
      ? (['close'] as const)
      : form.status === 'archived'
        ? (['restore'] as const)
        : (['open', 'archive'] as const);
  return (
    <div className="stack">
      <PageTitle
        title={form.title}
        description={t(`state.${form.status}`)}
        actions={
          <ButtonRow>
            <ButtonLink href={`/form_builder/${id}/edit`} icon="pen">
              {t('list.edit')}
            </ButtonLink>
            <Button icon="copy" onClick={() => void handleCopy()}>
              {t('show.copy')}
            </Button>
            {steps.map((event) => (
              <Button
                key={event}
                onClick={() => void attempt(() => send(STAFF_CALLS.stepForm, { id, body: { event } }))}
              >
                {t(`step.${event}`)}
              </Button>
            ))}
          </ButtonRow>
        }
      />
      <div className="builder-pair">
        <div className="field">
          <label htmlFor="answers-search">{t('show.search')}</label>
          <input
            id="answers-search"
            type="search"
            className="input"
            value={asked}
            onChange={(event) => narrow(() => setAsked(event.target.value))}
          />
        </div>
        <div className="field">
          <label htmlFor="answers-state">{t('list.state')}</label>
          <select
            id="answers-state"
            className="select"
            value={state}
            onChange={(event) => narrow(() => setState(event.target.value))}
          >
            <option value="">{t('show.all')}</option>
            {STATES.map((each) => (
              <option key={each} value={each}>
                {t(`submission.${each}`)}
              </option>
            ))}
          </select>
        </div>
        {handlers.length > 0 ? (
          <div className="field">
            <label htmlFor="answers-assignee">{t('show.assignee')}</label>
            <select
              id="answers-assignee"
              className="select"
              value={assignee}
              onChange={(event) => narrow(() => setAssignee(event.target.value))}
            >
              <option value="">{t('show.anyone')}</option>
              <option value={NOBODY}>{t('show.nobody')}</option>
              {handlers.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </select>
          </div>
        ) : null}
        {withOptions.length > 0 ? (
          <div className="field">
            <label htmlFor="answers-answer">{t('show.answer')}</label>
            <select
              id="answers-answer"
              className="select"
              value={answer}
              onChange={(event) => narrow(() => setAnswer(event.target.value))}
            >
              <option value="">{t('show.anyAnswer')}</option>
              {withOptions.map((question) => (
                <optgroup key={question.key} label={question.text}>
                  {question.options?.map((option) => (
                    <option key={option} value={`${question.id}:${option}`}>
                      {option}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </div>
        ) : null}
      </div>
      <ButtonRow>
        <Button icon="download" onClick={() => void handleFile('csv')}>
          {t('show.csv')}
        </Button>
        <Button icon="download" onClick={() => void handleFile('xlsx')}>
          {t('show.xlsx')}
        </Button>
      </ButtonRow>
      <p className="hint">{t('show.files')}</p>
      {chosen.length > 0 ? (
        <div className="builder-chosen">
          <strong role="status">{t('show.chosen', { count: chosen.length })}</strong>
          {(['start', 'finish', 'mark_spam'] as const).map((event) => (
            <Button key={event} small onClick={() => void handleBulk(event)}>
              {t(`event.${event}`)}
            </Button>
          ))}
          {handlers.length > 0 ? (
            <select
              className="select"
              aria-label={t('show.assign')}
              value=""
              onChange={(event) => void handleAssign(event.target.value)}
            >
              <option value="">{t('show.assign')}</option>
              {handlers.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </select>
          ) : null}
          <Button small variant="danger" icon="trash" onClick={() => setIsRemoving(true)}>
            {t('show.remove')}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isRemoving}
        title={t('show.removeTitle', { count: chosen.length })}
        confirmLabel={t('show.remove')}
        variant="danger"
        onConfirm={() => void handleRemove()}
        onCancel={() => setIsRemoving(false)}
      >
        <p>{t('show.removeText')}</p>
      </ConfirmDialog>
      {list.status === 'error' ? (
        <LoadProblem onRetry={() => void list.refresh()} />
      ) : items.length === 0 ? (
        list.status === 'success' ? (
          <EmptyState title={t('show.none')} level={2}>
            {t('show.noneText')}
          </EmptyState>
        ) : (
          <RowSkeletons count={4} />
        )
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
        <section className="card builder-scroll" tabIndex={0} aria-label={t('show.table')}>
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <input
                    type="checkbox"
                    aria-label={t('show.chooseAll')}
                    checked={items.every((one) => chosen.includes(one.id))}
                    onChange={(event) => setChosen(event.target.checked ? items.map((one) => one.id) : [])}
                  />
                </th>
                <th scope="col">{t('show.sent')}</th>
                <th scope="col">{t('list.state')}</th>
                {columns.map((question) => (
                  <th key={question.key} scope="col">
                    {question.text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((one) => (
                <tr key={one.id}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={t('show.chooseOne', { when: formatDateTime(one.createdAt ?? '') })}
                      checked={chosen.includes(one.id)}
                      onChange={() =>
                        setChosen(
                          chosen.includes(one.id)
                            ? chosen.filter((each) => each !== one.id)
                            : [...chosen, one.id],
                        )
                      }
                    />
                  </td>
                  <td>
                    <AppLink href={`/form_builder/${id}/submissions/${one.id}`}>
                      {formatDateTime(one.createdAt ?? '')}
                    </AppLink>
                  </td>
                  <td>{t(`submission.${one.status}`)}</td>
                  {columns.map((question) => (
                    <td key={question.key}>
                      {answerText(
                        one.answers.find((answer) => answer.questionId === question.id)?.value,
                        t('yes'),
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {pages > 1 ? (
        <ButtonRow>
          <Button disabled={page === 1} onClick={() => goTo(page - 1)}>
            {t('show.previous')}
          </Button>
          <Button disabled={page >= pages} onClick={() => goTo(page + 1)}>
            {t('show.next')}
          </Button>
        </ButtonRow>
      ) : null}
      {form.accessPermission === 'token_holder' && form.status === 'open' ? (
        <FormInvitations id={id} />
      ) : null}
      {form.can.includes('receive') ? (
        <Card title={t('summary.title')} className="stack">
          <FormSummary id={id} />
        </Card>
      ) : null}
    </div>
  );
}
