// The table of people, what is chosen in it, and what to do when there is nobody.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoadedList } from '../../../api/hooks.ts';
import type { User } from '../../../api/schema.d.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { NOTHING_CHOSEN, type Selection } from '../../../components/table/table-selection.ts';
import { BulkBar } from '../../../components/table/table-tools.tsx';
import { formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { menu } from '../../../lib/session/session.ts';
import { type Asked, BulkDialog } from './bulk-dialog.tsx';
import { type BulkEvent, go, hiddenColumns, idsOf, reloadPeople } from './list.store.ts';
import { useColumns } from './list-columns.tsx';
import { hrefOf, isNarrowed, LIST_PATH, type ListState, sortOf, sortText } from './list-url.ts';

/** Which steps make sense for a list of accounts that stand so. */
const STEPS: Readonly<Record<ListState['preset'], readonly BulkEvent[]>> = {
  all: ['invite', 'archive'],
  active: ['archive'],
  invited: ['invite', 'archive'],
  inactive: ['reactivate', 'archive'],
  archived: ['reactivate'],
};

const ICON = { invite: 'mail', archive: 'archive', reactivate: 'undo' } as const;

interface ListResultsProps {
  state: ListState;
  list: LoadedList<User>;
}

export function ListResults({ state, list }: ListResultsProps) {
  const { t } = useTranslation('users');
  const { items, status, total, pages, can, refresh } = list;
  const [selection, setSelection] = useState<Selection>(NOTHING_CHOSEN);
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useColumns().filter((column) => !hiddenColumns.value.has(column.key));
  const steps = STEPS[state.preset].filter((event) =>
    items.some(({ transitions }) => transitions.includes(event)),
  );

  async function handleAsk(event: BulkEvent) {
    const ids = selection.kind === 'all' ? await idsOf(state) : [...selection.ids];
    setAsked({ event, ids, names: new Map(items.map((row) => [row.id, row.fullName])) });
  }

  function handleDone() {
    setSelection(NOTHING_CHOSEN);
    void reloadPeople();
  }

  // Whoever was on the last page is gone, or the link is old: the list goes on where it ends.
  const isBeyond = status === 'success' && items.length === 0 && total > 0 && state.page > 1;
  const last = Math.max(1, pages);
  useEffect(() => {
    if (isBeyond && last < state.page) navigateTo(hrefOf({ ...state, page: last }), { replace: true });
  }, [isBeyond, last, state]);

  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if ((items.length === 0 && status !== 'success') || isBeyond) return <RowSkeletons count={8} />;
  const from = (state.page - 1) * state.size;
  return (
    <>
      <DataTable
        caption={t('list.caption', { filter: t(`preset.${state.preset}`) })}
        columns={columns}
        rows={items}
        rowId={(row) => row.id}
        rowLabel={(row) => row.fullName || t('nameless')}
        sort={sortOf(state.sort)}
        onSort={(sort) => go(state, { sort: sortText(sort) })}
        {...(steps.length > 0 ? { selection, onSelection: setSelection } : {})}
        rowMenu={(row) => (
          <RowMenu
            user={row}
            onStep={(event) => setAsked({ event, ids: [row.id], names: new Map([[row.id, row.fullName]]) })}
          />
        )}
        bulkBar={
          <BulkBar
            selection={selection}
            total={total}
            onChooseAll={() => setSelection({ kind: 'all' })}
            onClear={() => setSelection(NOTHING_CHOSEN)}
          >
            {steps.map((event) => (
              <Button key={event} icon={ICON[event]} onClick={() => void handleAsk(event)}>
                {t(`bulk.${event}.action`)}
              </Button>
            ))}
          </BulkBar>
        }
        empty={<Nobody state={state} mayAdd={can.includes('create')} />}
      />
      {items.length > 0 ? (
        <Pagination
          page={state.page}
          pages={pages}
          hrefFor={(page) => hrefOf({ ...state, page })}
          summary={t('list.summary', {
            from: from + 1,
            to: from + items.length,
            total: formatNumber(total),
          })}
          size={state.size}
          onSize={(size) => go(state, { size })}
        />
      ) : null}
      {asked ? <BulkDialog asked={asked} onClose={() => setAsked(null)} onDone={handleDone} /> : null}
    </>
  );
}

function RowMenu({ user, onStep }: { user: User; onStep: (event: BulkEvent) => void }) {
  const { t } = useTranslation('users');
  const { id, fullName, can, transitions, email } = user;
  const entries: MenuEntry[] = [{ label: t('menu.open'), href: `${LIST_PATH}/${id}`, icon: 'eye' }];
  if (can.includes('update'))
    entries.push({ label: t('menu.edit'), href: `${LIST_PATH}/${id}/edit`, icon: 'pen' });
  if (can.includes('add_role'))
    entries.push({ label: t('menu.addRole'), href: `${LIST_PATH}/${id}/add_role`, icon: 'key' });
  if (email) entries.push({ label: t('menu.mail', { email }), href: `mailto:${email}`, icon: 'mail' });
  const steps = (['invite', 'reactivate', 'archive'] as const).filter((event) => transitions.includes(event));
  entries.push(
    ...steps.map((event, at) => ({
      label: t(`bulk.${event}.action`),
      icon: ICON[event],
      danger: event === 'archive',
      apart: at === 0,
      onSelect: () => onStep(event),
    })),
  );
  return <MenuButton label={t('menu.label', { name: fullName })} entries={entries} />;
}

/** Why there is nobody, and the nearest way out. */
function Nobody({ state, mayAdd }: { state: ListState; mayAdd: boolean }) {
  const { t } = useTranslation('users');
  if (isNarrowed(state) || state.page > 1) {
    return (
      <EmptyState
        level={2}
        title={t('empty.filtered.title')}
        actions={<Button onClick={() => navigateTo(LIST_PATH)}>{t('empty.showAll')}</Button>}
      >
        {t('empty.filtered.text')}
      </EmptyState>
    );
  }
  const mayImport = menu.value.includes('users_import');
  return (
    <EmptyState
      level={2}
      icon={state.preset === 'all' ? 'people' : 'check'}
      title={t(`empty.${state.preset}.title`)}
      actions={
        state.preset === 'all' ? (
          <>
            {mayAdd ? <ButtonLink href="/users/add">{t('list.add')}</ButtonLink> : null}
            {mayImport ? <ButtonLink href="/users/import">{t('list.import')}</ButtonLink> : null}
          </>
        ) : (
          <ButtonLink href={LIST_PATH}>{t('empty.showAll')}</ButtonLink>
        )
      }
    >
      {t(`empty.${state.preset}.text`)}
    </EmptyState>
  );
}
