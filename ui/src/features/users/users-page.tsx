// The people whom the reader manages: found, sorted, and changed together. The address is the state.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import './users.css';
import { ButtonLink, ButtonRow } from '../../components/button.tsx';
import { FoldedFilters } from '../../components/folded-filters.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { ColumnChoice, SavedFilters, TableTools, TypedSearch } from '../../components/table-tools.tsx';
import { useQuery } from '../../lib/query.ts';
import { useRoleWords } from '../../lib/role-words.ts';
import { menu, selectedOrganizationId } from '../../lib/session.ts';
import { ExportNotice, ExportPeople } from './export-people.tsx';
import {
  go,
  hiddenColumns,
  hideColumns,
  loadOrganizationChoices,
  loadPresetCounts,
  loadUsers,
  organizationChoices,
  presetCounts,
  users,
} from './list.store.ts';
import { useColumns } from './list-columns.tsx';
import { ListResults } from './list-results.tsx';
import { hrefOf, type ListState, PRESETS, readState, SIGNUP_METHODS } from './list-url.ts';
import { loadQuestionCount, QUESTIONS_PATH, questionCount, questions } from './questions.store.ts';
import { Questions } from './questions.tsx';

const runsCenter = (): boolean => menu.value.includes('organizations_approve');

export default function UsersPage() {
  const { t } = useTranslation('users');
  const params = useQuery();
  const isAsked = params.get('status') === 'asked';
  const state = readState(params);
  const address = hrefOf(state);
  const filtered = hrefOf({ ...state, preset: 'all', sort: 'last_name', page: 1, size: 20 });
  const organizationId = selectedOrganizationId.value;
  const { items, status, total, can } = users;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the state; another organisation asks anew
  useEffect(() => {
    if (!isAsked) void loadUsers(state);
  }, [address, isAsked, organizationId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the state; another organisation asks anew
  useEffect(() => {
    void loadPresetCounts(state);
    void loadQuestionCount();
  }, [filtered, organizationId]);
  useEffect(() => {
    void loadOrganizationChoices(state.organizationId);
  }, [state.organizationId]);

  // An organisation sees whom it asked among the questions alone.
  const presets = PRESETS.filter(
    (preset) => preset !== 'invited' || runsCenter() || presetCounts.value.invited || state.preset === preset,
  );
  const isFirst = items.value.length === 0 && status.value !== 'success' && status.value !== 'error';
  return (
    <div className="users-page">
      <PageTitle
        title={t('list.title')}
        description={
          <span role="status">
            {isAsked
              ? t('asked.count', { count: questions.total.value })
              : isFirst
                ? t('common:loading')
                : t('list.count', { count: total.value })}
          </span>
        }
        actions={
          <ButtonRow>
            {isAsked ? null : <ExportPeople state={state} />}
            {menu.value.includes('users_import') ? (
              <ButtonLink href="/users/import" icon="upload">
                {t('list.import')}
              </ButtonLink>
            ) : null}
            {isAsked || can.value.includes('create') ? (
              <ButtonLink href="/users/add" variant="primary" icon="plus">
                {t('list.add')}
              </ButtonLink>
            ) : null}
          </ButtonRow>
        }
      />
      <ExportNotice id={params.get('export')} />
      <SavedFilters
        filters={presets
          .map((preset) => {
            const count = presetCounts.value[preset];
            return {
              label: t(`preset.${preset}`),
              href: hrefOf({ ...state, preset, page: 1 }),
              current: !isAsked && state.preset === preset,
              ...(count === undefined ? {} : { count }),
            };
          })
          .concat({
            label: t('asked.preset'),
            href: QUESTIONS_PATH,
            current: isAsked,
            ...(questionCount.value === undefined ? {} : { count: questionCount.value }),
          })}
      />
      {isAsked ? (
        <Questions page={state.page} />
      ) : (
        <>
          <Tools state={state} />
          {/* What is chosen in one list is not chosen in another. */}
          <ListResults key={hrefOf({ ...state, page: 1, sort: '', size: 20 })} state={state} />
        </>
      )}
    </div>
  );
}

function Tools({ state }: { state: ListState }) {
  const { t } = useTranslation('users');
  const roles = useRoleWords();
  const columns = useColumns().filter((column) => !column.isTitle);
  const organizations = organizationChoices.value;
  return (
    <TableTools>
      <TypedSearch
        q={state.q}
        label={t('list.search')}
        onSearch={(q) => go(readState(new URLSearchParams(location.search)), { q })}
      />
      <FoldedFilters
        filters={[
          {
            label: t('filter.role'),
            value: state.role,
            options: [
              { value: '', label: t('filter.anyRole') },
              ...roles.names.map((name) => ({ value: name, label: roles.nameOf(name) })),
            ],
            onChange: (role) => go(state, { role }),
          },
          ...(organizations.length > 1 || state.organizationId !== ''
            ? [
                {
                  label: t('filter.organization'),
                  value: state.organizationId,
                  options: [
                    { value: '', label: t('filter.anyOrganization') },
                    ...organizations.map(({ id, name }) => ({ value: id, label: name })),
                  ],
                  onChange: (organizationId: string) => go(state, { organizationId }),
                },
              ]
            : []),
          {
            label: t('filter.method'),
            value: state.method,
            options: [
              { value: '', label: t('filter.anyMethod') },
              ...SIGNUP_METHODS.map((each) => ({ value: each, label: t(`method.${each}`) })),
            ],
            onChange: (method) => go(state, { method }),
          },
        ]}
      />
      <div className="from-tablet-only">
        <ColumnChoice columns={columns} hidden={hiddenColumns.value} onChange={hideColumns} />
      </div>
    </TableTools>
  );
}
