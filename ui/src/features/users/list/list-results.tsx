// The table of people, what is chosen in it, and what to do when there is nobody.

import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoadedList } from '../../../api/hooks.ts';
import type { User } from '../../../api/schema.d.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { useWriteMany } from '../../../components/conversations/use-write-many.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import type { Selection } from '../../../components/table/table-selection.ts';
import type { BulkAction, ListView } from '../../../components/work-list/list-types.ts';
import { WorkList } from '../../../components/work-list/work-list.tsx';
import { centreOwner } from '../../../lib/conversations/snippets.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { currentUser, menu } from '../../../lib/session/session.ts';
import { type Asked, BulkDialog } from './bulk-dialog.tsx';
import { type BulkEvent, go, idsOf, reloadPeople, runsCenter } from './list.store.ts';
import { useColumns } from './list-columns.tsx';
import { hrefOf, isNarrowed, LIST_PATH, type ListState, sortOf, sortText } from './list-url.ts';
import { UserPanel } from './user-panel.tsx';

/** Which steps make sense for a list of accounts that stand so. */
const STEPS: Readonly<Record<ListState['preset'], readonly BulkEvent[]>> = {
  all: ['invite', 'archive'],
  active: ['archive'],
  invited: ['invite', 'archive'],
  inactive: ['reactivate', 'archive'],
  archived: ['reactivate'],
};

/** Lists of people who may read a message. */
const REACHED: readonly ListState['preset'][] = ['all', 'active', 'inactive'];

const ICON = { invite: 'mail', archive: 'archive', reactivate: 'undo' } as const;
const KEY = { invite: 'u', archive: 's', reactivate: 'h' } as const;
const EVENTS = ['invite', 'reactivate', 'archive'] as const;
const HIDDEN_AT_FIRST = ['phone', 'method'];

const rowId = ({ id }: User): string => id;

interface ListResultsProps {
  state: ListState;
  list: LoadedList<User>;
  views: readonly ListView[];
  tools: ReactNode;
}

export function ListResults({ state, list, views, tools }: ListResultsProps) {
  const { t } = useTranslation(['users', 'write-many']);
  const { items, status, total, pages, can } = list;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [round, setRound] = useState(0);
  const columns = useColumns();
  const writing = useWriteMany(() => setRound((before) => before + 1));
  const steps = STEPS[state.preset].filter((event) =>
    items.some(({ transitions }) => transitions.includes(event)),
  );
  const namesOf = (rows: readonly User[]) => new Map(rows.map((row) => [row.id, row.fullName]));

  const idsOfChosen = async (selection: Selection): Promise<readonly string[]> =>
    selection.kind === 'all' ? await idsOf(state) : [...selection.ids];

  async function handleAsk(event: BulkEvent, selection: Selection) {
    setAsked({ event, ids: await idsOfChosen(selection), names: namesOf(items) });
  }

  async function handleWrite(selection: Selection) {
    const names = namesOf(items);
    const people = (await idsOfChosen(selection)).map((id) => ({ id, name: names.get(id) ?? '' }));
    writing.write({ people, owner: centreOwner() });
  }

  const askFor = (event: BulkEvent, rows: readonly User[]): void =>
    setAsked({ event, ids: rows.map(({ id }) => id), names: namesOf(rows) });

  function handleDone() {
    setRound((before) => before + 1);
    void reloadPeople();
  }

  const writeAction: BulkAction = {
    name: 'write',
    label: t('write-many:action'),
    icon: 'message',
    run: (selection) => void handleWrite(selection),
  };

  // The page is beyond the end of the list (rows were removed, or the link is old): shows the last page.
  const isBeyond = status === 'success' && items.length === 0 && total > 0 && state.page > 1;
  const last = Math.max(1, pages);
  useEffect(() => {
    if (isBeyond && last < state.page) navigateTo(hrefOf({ ...state, page: last }), { replace: true });
  }, [isBeyond, last, state]);

  return (
    <>
      <WorkList
        name="users"
        type="users"
        person={currentUser.value?.id ?? ''}
        caption={t('list.caption', { filter: t(`preset.${state.preset}`) })}
        list={isBeyond ? { ...list, status: 'pending' } : list}
        columns={columns}
        hiddenAtFirst={HIDDEN_AT_FIRST}
        rowId={rowId}
        rowLabel={(row) => row.fullName || t('nameless')}
        rowHref={(row) => `${LIST_PATH}/${row.id}`}
        hasFaces
        sort={sortOf(state.sort)}
        onSort={(sort) => go(state, { sort: sortText(sort) })}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => go(state, { size }),
          summary: (from, to) => t('list.summary', { from, to, total: formatNumber(total) }),
        }}
        views={views}
        tools={tools}
        rowMenu={(row) => <RowMenu user={row} onStep={(event) => askFor(event, [row])} />}
        decisions={EVENTS.map((event) => ({
          name: event,
          key: KEY[event],
          label: t(`bulk.${event}.action`),
          icon: ICON[event],
          variant: event === 'archive' ? ('danger' as const) : ('plain' as const),
          isAllowed: ({ transitions }: User) => transitions.includes(event),
          open: (rows: readonly User[]) => askFor(event, rows),
        }))}
        bulk={[
          ...(runsCenter() && writing.mayWrite && REACHED.includes(state.preset) ? [writeAction] : []),
          ...steps.map((event) => ({
            name: event,
            label: t(`bulk.${event}.action`),
            icon: ICON[event],
            run: (selection: Selection) => void handleAsk(event, selection),
          })),
        ]}
        canChooseAll
        round={round}
        panel={(row) => <UserPanel key={row.id} user={row} />}
        empty={<NoUsers state={state} mayAdd={can.includes('create')} />}
        onChanged={() => void reloadPeople()}
      />
      {writing.dialog}
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

/** Empty list: says why no person is shown, and offers the next action. */
function NoUsers({ state, mayAdd }: { state: ListState; mayAdd: boolean }) {
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
