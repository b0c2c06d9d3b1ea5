// The people whom the reader manages: found, sorted, and changed together. The address is the state.
import { useTranslation } from 'react-i18next';
import { typed } from '../../../api/params.ts';
import '../users.css';
import { ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { FoldedFilters } from '../../../components/table/folded-filters.tsx';
import { TypedSearch } from '../../../components/table/table-tools.tsx';
import type { ListView } from '../../../components/work-list/list-types.ts';
import { ViewTabs } from '../../../components/work-list/view-tabs.tsx';
import '../../../components/work-list/work-list.css';
import { useQuery } from '../../../lib/navigation/query.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { currentUser, menu } from '../../../lib/session/session.ts';
import { ExportNotice, ExportPeople } from './export-people.tsx';
import { go, runsCenter, useOrganizationChoices, usePresetCounts, useUsers } from './list.store.ts';
import { ListResults } from './list-results.tsx';
import { hrefOf, type ListState, PRESETS, readState, SIGNUP_METHODS } from './list-url.ts';
import { QUESTIONS_PATH, useQuestionCount, useQuestions } from './questions.store.ts';
import { Questions } from './questions.tsx';

export default function UsersPage() {
  const { t } = useTranslation(['users', 'common']);
  const params = useQuery();
  const isAsked = params.get('status') === 'asked';
  const state = readState(params);
  const list = useUsers(state, !isAsked);
  const { items, status, total, can } = list;
  const counts = usePresetCounts(state);
  const questions = useQuestions(state.page, isAsked);
  const questionCount = useQuestionCount();

  // An organisation sees whom it asked among the questions alone.
  const presets = PRESETS.filter(
    (preset) => preset !== 'invited' || runsCenter() || counts.invited || state.preset === preset,
  );
  const views: ListView[] = [
    ...presets.map((preset) => ({
      label: t(`preset.${preset}`),
      href: hrefOf({ ...state, preset, page: 1 }),
      current: !isAsked && state.preset === preset,
      count: counts[preset],
    })),
    { label: t('asked.preset'), href: QUESTIONS_PATH, current: isAsked, count: questionCount },
  ];
  const isFirst = items.length === 0 && status !== 'success' && status !== 'error';
  return (
    <div className="users-page">
      <PageTitle
        title={t('list.title')}
        description={
          <span role="status">
            {isAsked
              ? t('asked.count', { count: questions.total })
              : isFirst
                ? t('common:loading')
                : t('list.count', { count: total })}
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
            {isAsked || can.includes('create') ? (
              <ButtonLink href="/users/add" variant="primary" icon="plus">
                {t('list.add')}
              </ButtonLink>
            ) : null}
          </ButtonRow>
        }
      />
      <ExportNotice id={params.get('export')} />
      {isAsked ? (
        <>
          <ViewTabs name="users" person={currentUser.value?.id ?? ''} views={views} />
          <div className="workbench is-message">
            <Questions page={state.page} list={questions} />
          </div>
        </>
      ) : (
        <ListResults state={state} list={list} views={views} tools={<Tools state={state} />} />
      )}
    </div>
  );
}

function Tools({ state }: { state: ListState }) {
  const { t } = useTranslation(['users', 'common']);
  const roles = useRoleWords();
  const organizations = useOrganizationChoices(state.organizationId);
  return (
    <>
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
            onChange: (method) => go(state, { method: typed<ListState['method']>(method) }),
          },
        ]}
      />
    </>
  );
}
