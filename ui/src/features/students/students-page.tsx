// The class list of a School, for its mentors and who manages it. Search and page stand in the address.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/app-link.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { RowSkeletons } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Pagination } from '../../components/pagination.tsx';
import { TableSearch, TableTools } from '../../components/table-tools.tsx';
import { usePageHead } from '../../lib/head.ts';
import { navigateTo } from '../../lib/navigation.ts';
import { useQuery } from '../../lib/query.ts';
import {
  menu,
  organizations,
  selectedOrganizationId,
  selectOrganization,
  sessionStatus,
} from '../../lib/session.ts';
import { type ClassRow, schoolOf } from './class-list.ts';
import { AddDialog, GuidanceDialog, LeaveDialog } from './student-dialogs.tsx';
import { StudentMenu } from './student-menu.tsx';
import {
  type ClassState,
  classRows,
  classStatus,
  loadClass,
  loadMentors,
  loadWaiting,
  PAGE_SIZE,
  students,
  waitingCount,
} from './students.store.ts';
import { useColumns } from './students-columns.tsx';
import './students.css';

const PATH = '/students';
const SEARCH_WAIT_MS = 300;

function readState(params: URLSearchParams): ClassState {
  const page = Number(params.get('page'));
  return { q: params.get('q') ?? '', page: Number.isInteger(page) && page > 0 ? page : 1 };
}

function hrefOf({ q, page }: ClassState): string {
  const query = new URLSearchParams({ ...(q ? { q } : {}), ...(page > 1 ? { page: String(page) } : {}) });
  return query.size > 0 ? `${PATH}?${query}` : PATH;
}

export type Asked = { kind: 'guidance' | 'leave' | 'letGo'; row: ClassRow } | { kind: 'add' };

export default function StudentsPage() {
  const { t } = useTranslation('students');
  const school = schoolOf(organizations.value, selectedOrganizationId.value);
  const schoolId = school?.id ?? null;
  const isLoaded = sessionStatus.value === 'success';
  // What is asked is narrowed to the chosen organisation: here that is the School.
  useEffect(() => {
    if (schoolId !== null) selectOrganization(schoolId);
  }, [schoolId]);
  usePageHead(t('title'));
  if (isLoaded && !menu.value.includes('students')) {
    return (
      <div className="students">
        <PageTitle title={t('title')} />
        <EmptyState
          level={2}
          icon="people"
          title={t('notYours.title')}
          actions={<ButtonLink href="/applications?own=1">{t('notYours.link')}</ButtonLink>}
        >
          {t('notYours.text')}
        </EmptyState>
      </div>
    );
  }
  if (school === null) {
    return (
      <div className="students">
        <PageTitle title={t('title')} />
        <EmptyState level={2} icon="people" title={t('noSchool.title')}>
          {t('noSchool.text')}
        </EmptyState>
      </div>
    );
  }
  if (selectedOrganizationId.value !== school.id) return <RowSkeletons count={6} />;
  return <ClassOf key={school.id} schoolId={school.id} school={school.name} />;
}

function ClassOf({ schoolId, school }: { schoolId: string; school: string }) {
  const { t } = useTranslation('students');
  const state = readState(useQuery());
  const address = hrefOf(state);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { total, can } = students;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the state
  useEffect(() => {
    void loadClass(schoolId, state);
  }, [schoolId, address]);
  useEffect(() => {
    void loadMentors(schoolId);
    void loadWaiting(schoolId);
  }, [schoolId]);

  const isFirst = classStatus.value === 'pending';
  const dialog = {
    schoolId,
    school,
    onClose: () => setAsked(null),
    onDone: () => {
      void loadClass(schoolId, state);
      void loadWaiting(schoolId);
    },
  };
  return (
    <div className="students">
      <PageTitle
        title={t('title')}
        description={
          <span role="status">
            {isFirst ? t('common:loading') : t('description', { count: total.value, school })}
          </span>
        }
        actions={
          can.value.includes('create') ? (
            <Button variant="primary" icon="plus" onClick={() => setAsked({ kind: 'add' })}>
              {t('add')}
            </Button>
          ) : undefined
        }
      />
      {waitingCount.value > 0 ? (
        <Notice tone="info">
          <p>
            {t('waiting', { count: waitingCount.value })}{' '}
            <AppLink href="/users?status=asked">{t('waitingLink')}</AppLink>
          </p>
        </Notice>
      ) : null}
      <TableTools>
        <Search q={state.q} />
      </TableTools>
      <Results schoolId={schoolId} state={state} onAsk={setAsked} />
      {asked?.kind === 'add' ? <AddDialog {...dialog} /> : null}
      {asked?.kind === 'guidance' ? <GuidanceDialog {...dialog} row={asked.row} /> : null}
      {asked?.kind === 'leave' || asked?.kind === 'letGo' ? (
        <LeaveDialog {...dialog} row={asked.row} kind={asked.kind} />
      ) : null}
    </div>
  );
}

/** What is typed goes into the address a moment later. */
function Search({ q }: { q: string }) {
  const { t } = useTranslation('students');
  const [text, setText] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function handleChange(value: string) {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => navigateTo(hrefOf({ q: value.trim(), page: 1 }), { replace: true }),
      SEARCH_WAIT_MS,
    );
  }
  return <TableSearch value={text} onChange={handleChange} label={t('search')} placeholder={t('search')} />;
}

interface ResultsProps {
  schoolId: string;
  state: ClassState;
  onAsk: (asked: Asked) => void;
}

function Results({ schoolId, state, onAsk }: ResultsProps) {
  const { t } = useTranslation('students');
  const columns = useColumns(onAsk);
  const rows = classRows.value;
  if (classStatus.value === 'error') return <LoadProblem onRetry={() => void loadClass(schoolId, state)} />;
  if (classStatus.value === 'pending') return <RowSkeletons count={6} />;
  const from = (state.page - 1) * PAGE_SIZE;
  const { total, pages } = students;
  return (
    <>
      <DataTable
        caption={t('caption')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={({ student }) => student.fullName || student.email}
        rowMenu={(row) => <StudentMenu row={row} onAsk={onAsk} />}
        empty={
          <EmptyState level={2} icon="people" title={t(state.q ? 'nothing.title' : 'empty.title')}>
            {t(state.q ? 'nothing.text' : 'empty.text')}
          </EmptyState>
        }
      />
      {pages.value > 1 ? (
        <Pagination
          page={state.page}
          pages={pages.value}
          hrefFor={(page) => hrefOf({ ...state, page })}
          summary={t('summary', { from: from + 1, to: from + rows.length, total: total.value })}
        />
      ) : null}
    </>
  );
}
