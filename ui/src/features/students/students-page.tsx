// The class list of a School, for its mentors and who manages it. Search and page stand in the address.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { useWriteMany } from '../../components/conversations/use-write-many.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import { isChosen, NOTHING_CHOSEN } from '../../components/table/table-selection.ts';
import { BulkBar, TableSearch, TableTools } from '../../components/table/table-tools.tsx';
import { usePageHead } from '../../lib/navigation/head.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import {
  currentUser,
  menu,
  organizations,
  selectedOrganizationId,
  selectOrganization,
  sessionStatus,
} from '../../lib/session/session.ts';
import { type ClassRow, guidesSome, schoolOf } from './class-list.ts';
import { AddDialog, GuidanceDialog, LeaveDialog } from './student-dialogs.tsx';
import { StudentMenu } from './student-menu.tsx';
import { type ClassState, PAGE_SIZE, reloadClass, useClass, useWaiting } from './students.store.ts';
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
  const { t } = useTranslation(['students', 'common']);
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
  const { t } = useTranslation(['students', 'common']);
  const state = readState(useQuery());
  const [asked, setAsked] = useState<Asked | null>(null);
  const found = useClass(schoolId, state);
  const waiting = useWaiting(schoolId);
  const dialog = {
    schoolId,
    school,
    onClose: () => setAsked(null),
    onDone: () => void reloadClass(),
  };
  return (
    <div className="students">
      <PageTitle
        title={t('title')}
        description={
          <span role="status">
            {found.isFirst ? t('common:loading') : t('description', { count: found.total, school })}
          </span>
        }
        actions={
          found.mayAdd ? (
            <Button variant="primary" icon="plus" onClick={() => setAsked({ kind: 'add' })}>
              {t('add')}
            </Button>
          ) : undefined
        }
      />
      {waiting > 0 ? (
        <Notice tone="info">
          <p>
            {t('waiting', { count: waiting })}{' '}
            <AppLink href="/users?status=asked">{t('waitingLink')}</AppLink>
          </p>
        </Notice>
      ) : null}
      <TableTools>
        <Search q={state.q} />
      </TableTools>
      <Results found={found} state={state} onAsk={setAsked} />
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
  const { t } = useTranslation(['students', 'common']);
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

const nameOf = ({ fullName, email }: User): string => fullName || (email ?? '');

interface ResultsProps {
  found: ReturnType<typeof useClass>;
  state: ClassState;
  onAsk: (asked: Asked) => void;
}

function Results({ found, state, onAsk }: ResultsProps) {
  const { t } = useTranslation(['students', 'common', 'write-many']);
  const { rows, total, pages, mayLink } = found;
  const columns = useColumns(onAsk, mayLink);
  const [selection, setSelection] = useState(NOTHING_CHOSEN);
  const writing = useWriteMany(() => setSelection(NOTHING_CHOSEN));
  // Who guides nobody here writes to nobody here.
  const canChoose = writing.mayWrite && guidesSome(rows, currentUser.value?.id ?? null);

  function handleWrite() {
    const chosen = rows.filter(({ id }) => isChosen(selection, id));
    writing.write({ people: chosen.map(({ id, student }) => ({ id, name: nameOf(student) })), owner: null });
  }

  if (found.hasFailed) return <LoadProblem onRetry={() => void found.again()} />;
  if (found.isFirst) return <RowSkeletons count={6} />;
  const from = (state.page - 1) * PAGE_SIZE;
  return (
    <>
      <DataTable
        caption={t('caption')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={({ student }) => nameOf(student)}
        {...(canChoose ? { selection, onSelection: setSelection } : {})}
        bulkBar={
          canChoose ? (
            <BulkBar selection={selection} total={rows.length} onClear={() => setSelection(NOTHING_CHOSEN)}>
              <Button icon="message" onClick={handleWrite}>
                {t('write-many:action')}
              </Button>
            </BulkBar>
          ) : undefined
        }
        rowMenu={(row) => <StudentMenu row={row} mayLink={mayLink} onAsk={onAsk} />}
        empty={
          <EmptyState level={2} icon="people" title={t(state.q ? 'nothing.title' : 'empty.title')}>
            {t(state.q ? 'nothing.text' : 'empty.text')}
          </EmptyState>
        }
      />
      {writing.dialog}
      {pages > 1 ? (
        <Pagination
          page={state.page}
          pages={pages}
          hrefFor={(page) => hrefOf({ ...state, page })}
          summary={t('summary', { from: from + 1, to: from + rows.length, total })}
        />
      ) : null}
    </>
  );
}
