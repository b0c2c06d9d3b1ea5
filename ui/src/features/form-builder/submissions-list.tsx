// What came in with a form: a column per question, the open answer beside the list, several dealt with at once, and files.
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { fetchFile } from '../../api/download.ts';
import { useFormData } from '../../api/form-data.ts';
import { useCall } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import type { Form, FormSubmission } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { ConfirmDialog, Dialog } from '../../components/feedback/dialog.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import type { Selection } from '../../components/table/table-selection.ts';
import { TableFilter, TypedSearch } from '../../components/table/table-tools.tsx';
import type { ListData, WorkColumn } from '../../components/work-list/list-types.ts';
import { PanelHead, PanelSection } from '../../components/work-list/panel-parts.tsx';
import { WorkList } from '../../components/work-list/work-list.tsx';
import { saveFile } from '../../lib/export/download.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatDateTime, formatNumber, relativeTime } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { currentUser } from '../../lib/session/session.ts';
import { answerText } from './answer-text.ts';
import { SubmissionParts, SubmissionStatus, SubmissionSteps } from './submission-parts.tsx';
import {
  filterOf,
  hrefOf,
  NOBODY,
  readState,
  STATES,
  type SubmissionsState,
  sortOf,
  sortText,
} from './submissions-url.ts';

const BULK = ['start', 'finish', 'mark_spam'] as const;
/** Questions that have a column before anybody chooses. */
const QUESTIONS_SHOWN = 2;

const rowId = ({ id }: FormSubmission): string => id;
const rowName = ({ name, createdAt }: FormSubmission): string => name || formatDateTime(createdAt);

export function SubmissionsList({ form, onChanged }: { form: Form; onChanged: () => void }) {
  const { t } = useTranslation('form-builder');
  const { id } = form;
  const state = readState(useQuery());
  const [round, setRound] = useState(0);
  const [removing, setRemoving] = useState<readonly string[]>([]);
  const [assigning, setAssigning] = useState<readonly string[]>([]);
  const { data: handlers = [] } = useFormData(id, 'handlers');
  const loaded = useCall(STAFF_CALLS.formSubmissions, {
    id,
    query: {
      ...filterOf(state),
      sort: state.sort,
      'page[size]': String(state.size),
      'page[number]': String(state.page),
    } as never,
  });
  const { total = 0, pages = 1 } = (loaded.data?.meta ?? {}) as { total?: number; pages?: number };
  const list: ListData<FormSubmission> = {
    items: loaded.data?.items ?? [],
    total,
    pages,
    status: loaded.status,
    refresh: loaded.refresh,
  };
  const go = (change: Partial<SubmissionsState>): void =>
    navigateTo(hrefOf(id, { ...state, page: 1, ...change }), { replace: true });
  const columns = useColumns(form, handlers);
  const withOptions = form.questions.filter(({ options }) => options.length > 0);

  async function attempt(job: () => Promise<unknown>, said?: string) {
    try {
      await job();
      if (said) addToast({ title: said, color: 'success' });
      setRound((before) => before + 1);
      await loaded.refresh();
      onChanged();
    } catch (cause) {
      addToast({ title: cause instanceof ApiError ? cause.message : t('failed'), color: 'danger' });
    }
  }

  const change = (ids: readonly string[], attributes: object, said?: string) =>
    attempt(() => send(STAFF_CALLS.changeSubmissions, { body: { ids, attributes } as never }), said);

  const chosenOf = (selection: Selection): readonly string[] =>
    selection.kind === 'some' ? [...selection.ids] : [];

  async function handleFile(format: 'csv' | 'xlsx') {
    try {
      const asked = new URLSearchParams({ format, ...filterOf(state) });
      const file = await fetchFile(STAFF_CALLS.submissionsFile, id, `?${asked}`);
      saveFile(file.fileName, file.content);
    } catch (cause) {
      addToast({ title: cause instanceof ApiError ? cause.message : t('failed'), color: 'danger' });
    }
  }

  const isPlain = state.status === '' && !state.q && !state.answer && !state.assignee;
  return (
    <>
      <WorkList
        name={`form-${id}`}
        type="form_submissions"
        person={currentUser.value?.id ?? ''}
        caption={t('show.table')}
        list={list}
        columns={columns}
        hiddenAtFirst={columns
          .filter(({ key }) => key.startsWith('question-'))
          .slice(QUESTIONS_SHOWN)
          .map(({ key }) => key)}
        rowId={rowId}
        rowLabel={rowName}
        rowHref={(row) => `/form_builder/${id}/submissions/${row.id}`}
        sort={sortOf(state.sort)}
        onSort={(sort) => go({ sort: sortText(sort) })}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf(id, { ...state, page }),
          onSize: (size) => go({ size }),
          summary: (from, to) => t('show.summary', { from, to, total: formatNumber(total) }),
        }}
        views={(['', ...STATES] as const).map((status) => ({
          label: status === '' ? t('show.all') : t(`submission.${status}`),
          href: hrefOf(id, { status, size: state.size }),
          current: state.status === status && !state.q && !state.answer && !state.assignee,
        }))}
        tools={
          <>
            <TypedSearch q={state.q} label={t('show.search')} onSearch={(q) => go({ q })} />
            {withOptions.length > 0 ? (
              <TableFilter
                label={t('show.answer')}
                value={state.answer}
                options={[
                  { value: '', label: t('show.anyAnswer') },
                  ...withOptions.flatMap((question) =>
                    question.options.map((option) => ({
                      value: `${question.id}:${option}`,
                      label: withOptions.length > 1 ? `${question.text}: ${option}` : option,
                    })),
                  ),
                ]}
                onChange={(answer) => go({ answer })}
              />
            ) : null}
            {handlers.length > 0 ? (
              <TableFilter
                label={t('show.assignee')}
                value={state.assignee}
                options={[
                  { value: '', label: t('show.anyone') },
                  { value: NOBODY, label: t('show.nobody') },
                  ...handlers.map((person) => ({ value: person.id, label: person.name })),
                ]}
                onChange={(assignee) => go({ assignee })}
              />
            ) : null}
          </>
        }
        round={round}
        bulk={
          form.can.includes('receive')
            ? [
                ...BULK.map((event) => ({
                  name: event,
                  label: t(`event.${event}`),
                  run: (selection: Selection) => void change(chosenOf(selection), { event }),
                })),
                ...(handlers.length > 0
                  ? [
                      {
                        name: 'assign',
                        label: t('show.assign'),
                        run: (selection: Selection) => setAssigning(chosenOf(selection)),
                      },
                    ]
                  : []),
                {
                  name: 'remove',
                  label: t('show.remove'),
                  icon: 'trash' as const,
                  run: (selection: Selection) => setRemoving(chosenOf(selection)),
                },
              ]
            : []
        }
        panel={(row) => (
          <Panel
            key={row.id}
            row={row}
            form={id}
            onChanged={loaded.refresh}
            onRemoved={() => {
              navigateTo(hrefOf(id, state), { replace: true });
              void loaded.refresh();
            }}
          />
        )}
        empty={
          <EmptyState
            level={2}
            icon="mail"
            title={t(isPlain ? 'show.none' : 'show.nothingFound')}
            actions={
              isPlain ? undefined : <ButtonLink href={hrefOf(id, {})}>{t('show.everything')}</ButtonLink>
            }
          >
            {t(isPlain ? 'show.noneText' : 'show.nothingFoundText')}
          </EmptyState>
        }
        onChanged={() => void loaded.refresh()}
      />
      <ButtonRow>
        <Button icon="download" onClick={() => void handleFile('csv')}>
          {t('show.csv')}
        </Button>
        <Button icon="download" onClick={() => void handleFile('xlsx')}>
          {t('show.xlsx')}
        </Button>
        <span className="hint">{t('show.files')}</span>
      </ButtonRow>
      <Dialog open={assigning.length > 0} small title={t('show.assign')} onClose={() => setAssigning([])}>
        <ButtonRow>
          {handlers.map((person) => (
            <Button
              key={person.id}
              wide
              onClick={() => {
                setAssigning([]);
                void change(
                  assigning,
                  { assigneeId: person.id },
                  t('show.assigned', { count: assigning.length, name: person.name }),
                );
              }}
            >
              {person.name}
            </Button>
          ))}
        </ButtonRow>
      </Dialog>
      <ConfirmDialog
        open={removing.length > 0}
        title={t('show.removeTitle', { count: removing.length })}
        confirmLabel={t('show.remove')}
        variant="danger"
        onConfirm={() => {
          setRemoving([]);
          void change(removing, { delete: true }, t('show.removed', { count: removing.length }));
        }}
        onCancel={() => setRemoving([])}
      >
        <p>{t('show.removeText')}</p>
      </ConfirmDialog>
    </>
  );
}

function useColumns(
  form: Form,
  handlers: readonly { id: string; name: string }[],
): readonly WorkColumn<FormSubmission>[] {
  const { t } = useTranslation('form-builder');
  const asked = form.questions.filter(({ questionType }) => questionType !== 'info_section');
  const first = asked.find(({ questionType }) => questionType === 'text');
  const answerOf = (row: FormSubmission, question: string | null): string =>
    answerText(row.answers.find((answer) => answer.questionId === question)?.value, t('yes'));
  const assigneeOf = ({ assigneeId }: FormSubmission): string =>
    handlers.find(({ id }) => id === assigneeId)?.name ?? '';
  return [
    {
      key: 'name',
      sortKey: 'name',
      title: first?.text ?? t('show.sent'),
      isTitle: true,
      render: (row) => (
        <AppLink className="row-title" href={`/form_builder/${form.id}/submissions/${row.id}`}>
          {rowName(row)}
        </AppLink>
      ),
    },
    {
      key: 'status',
      sortKey: 'status',
      title: t('list.state'),
      compact: 'sign',
      noWrap: true,
      render: ({ status }) => <SubmissionStatus status={status} />,
    },
    ...asked
      .filter((question) => question !== first)
      .map(
        ({ id, key, text }, at): WorkColumn<FormSubmission> => ({
          key: `question-${key}`,
          title: text,
          compact: at === 0 ? 'below' : undefined,
          isEmpty: (row) => answerOf(row, id) === '',
          render: (row) => <span className="submission-answer">{answerOf(row, id)}</span>,
        }),
      ),
    {
      key: 'assignee',
      title: t('show.assignee'),
      isEmpty: (row) => assigneeOf(row) === '',
      render: assigneeOf,
    },
    {
      key: 'sent',
      sortKey: 'created_at',
      title: t('show.sent'),
      noWrap: true,
      compact: 'aside',
      render: ({ createdAt }) => <span title={formatDateTime(createdAt)}>{relativeTime(createdAt)}</span>,
    },
  ];
}

interface PanelProps {
  row: FormSubmission;
  form: string;
  onChanged: () => Promise<void>;
  onRemoved: () => void;
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <PanelSection title={title}>
    <div className="stack">{children}</div>
  </PanelSection>
);

function Panel({ row, form, onChanged, onRemoved }: PanelProps) {
  return (
    <>
      <PanelHead title={rowName(row)} sign={<SubmissionStatus status={row.status} />}>
        {formatDateTime(row.createdAt)}
      </PanelHead>
      {row.can.includes('manage') ? <SubmissionSteps one={row} onChanged={onChanged} /> : null}
      <SubmissionParts one={row} form={form} frame={Frame} onChanged={onChanged} onRemoved={onRemoved} />
    </>
  );
}
