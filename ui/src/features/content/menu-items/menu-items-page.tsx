// The menus of the centre's site: header and footer, each a tree of two levels, arranged by dragging, keys or buttons and
// on the site at once.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useCall, useResourceList } from '../../../api/hooks.ts';
import { removeResource, send } from '../../../api/requests.ts';
import type { MenuItem } from '../../../api/schema.d.ts';
import { STAFF_CALLS, type SystemPage } from '../../../api/staff-calls.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { SavedFilters } from '../../../components/table/table-tools.tsx';
import { reloadCentre } from '../../../lib/centre/live-branding.ts';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { startFromDefault } from './default-menu.ts';
import { MenuItemDialog } from './menu-item-dialog.tsx';
import { MenuPreview } from './menu-preview.tsx';
import { MenuRow } from './menu-row.tsx';
import { moveRow, type Row, rowsOf, type Step, step, treeOf } from './menu-tree.ts';
import '../../../components/layout/stepper.css';
import './menu-items.css';

const PATH = '/content/menu-items';
const MENUS = ['header', 'footer'] as const;
export type MenuName = (typeof MENUS)[number];
const MOST = 60;

/** Wide enough to mean it: to the right is under the one above. */
const INDENT = 28;

export default function MenuItemsPage() {
  const { t } = useTranslation('menu-items');
  const menu: MenuName = useQuery().get('menu') === 'footer' ? 'footer' : 'header';
  const list = useResourceList('menu_items', { page: { size: 200 } });
  const pages: readonly SystemPage[] = useCall(STAFF_CALLS.systemPages, {}).data?.items ?? [];
  const [asking, setAsking] = useState<'add' | { edit: MenuItem } | { remove: MenuItem } | null>(null);
  /** The new order, shown until the server has confirmed it. */
  const [arranged, setArranged] = useState<Row<MenuItem>[] | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [said, setSaid] = useState('');
  const body = useRef<HTMLUListElement>(null);
  const stored = (of: MenuName) => rowsOf(list.items.filter((item) => item.menu === of));
  const rows = arranged ?? stored(menu);

  async function reload() {
    await Promise.all([refresh(keyOf('/menu_items')), reloadCentre()]);
    setArranged(null);
  }

  async function arrange(next: Row<MenuItem>[] | null, id: string) {
    if (!next) return;
    setArranged(next);
    const at = next.findIndex(({ item }) => item.id === id);
    setSaid(t('moved', { name: next[at]?.item.name ?? '', number: at + 1, total: next.length }));
    const tree = MENUS.flatMap((each) => treeOf(each === menu ? next : stored(each)));
    try {
      await send(STAFF_CALLS.arrangeMenus, { body: { tree } });
    } catch (thrown) {
      addToast({ id: 'menu', title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
    await reload();
    // The handle that was used keeps the focus, wherever its row went.
    body.current?.querySelector<HTMLElement>(`[data-row="${id}"] .menu-handle`)?.focus();
  }

  const handleStep = (at: number, way: Step) => void arrange(step(rows, at, way), rows[at]?.item.id ?? '');

  /** Dropped at this height, so far to the right. */
  function handleDrop(from: number, y: number, right: number) {
    const lines = [...(body.current?.children ?? [])];
    const to = lines.filter((line) => {
      const { top, height } = line.getBoundingClientRect();
      return top + height / 2 < y;
    }).length;
    const was = rows[from]?.depth ?? 0;
    const depth = right > INDENT ? 1 : right < -INDENT ? 0 : was;
    void arrange(moveRow(rows, from, to, depth), rows[from]?.item.id ?? '');
  }

  async function handleRemove(item: MenuItem) {
    setAsking(null);
    try {
      await removeResource('menu_items', item.id);
      addToast({ id: 'menu', title: t('removed', { name: item.name }), color: 'success' });
    } catch (thrown) {
      addToast({ id: 'menu', title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
    await reload();
  }

  /** The menu that visitors see now, to go on from. */
  async function handleStart() {
    setIsStarting(true);
    try {
      await startFromDefault(pages);
    } catch (thrown) {
      addToast({ id: 'menu', title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
    await reload();
    setIsStarting(false);
  }

  const isFull = rows.length >= MOST;
  return (
    <div className="stack">
      <PageTitle
        title={t('title')}
        description={t('description')}
        actions={
          <Button variant="primary" icon="plus" disabled={isFull} onClick={() => setAsking('add')}>
            {t('add')}
          </Button>
        }
      />
      <SavedFilters
        filters={MENUS.map((each) => ({
          label: t(`menu.${each}`),
          href: each === 'header' ? PATH : `${PATH}?menu=${each}`,
          current: each === menu,
        }))}
      />
      {isFull ? <Notice>{t('full', { most: MOST })}</Notice> : null}
      {list.status === 'error' ? (
        <LoadProblem onRetry={() => void list.refresh()} />
      ) : rows.length > 0 ? (
        <div className="menu-editor">
          <Card title={t(`menu.${menu}`)} className="stack">
            <p className="soft" id="menu-how">
              {t('how')}
            </p>
            <ul className="menu-rows" ref={body}>
              {rows.map((row, at) => (
                <MenuRow
                  key={row.item.id}
                  row={row}
                  page={pages.find(({ id }) => id === row.item.systemPage)}
                  isEmpty={row.depth === 0 && rows[at + 1]?.depth !== 1}
                  can={(way) => step(rows, at, way) !== null}
                  onStep={(way) => handleStep(at, way)}
                  onDrop={(y, right) => handleDrop(at, y, right)}
                  onEdit={() => setAsking({ edit: row.item })}
                  onRemove={() => setAsking({ remove: row.item })}
                />
              ))}
            </ul>
          </Card>
          <MenuPreview menu={menu} rows={rows} />
        </div>
      ) : list.status === 'success' ? (
        <EmptyState
          level={2}
          icon="menu"
          title={t(`empty.${menu}`)}
          actions={
            <ButtonRow>
              {menu === 'header' ? (
                <Button icon="copy" busy={isStarting} onClick={() => void handleStart()}>
                  {t('start')}
                </Button>
              ) : null}
              <Button icon="plus" onClick={() => setAsking('add')}>
                {t('add')}
              </Button>
            </ButtonRow>
          }
        >
          {t(`emptyText.${menu}`)}
        </EmptyState>
      ) : (
        <RowSkeletons count={5} />
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {asking === 'add' || (asking && 'edit' in asking) ? (
        <MenuItemDialog
          menu={menu}
          item={asking === 'add' ? null : asking.edit}
          roots={rows.filter(({ depth }) => depth === 0).map(({ item }) => item)}
          pages={pages}
          onDone={reload}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking && asking !== 'add' && 'remove' in asking ? (
        <ConfirmDialog
          open
          title={t('removeTitle', { name: asking.remove.name })}
          confirmLabel={t('remove')}
          variant="danger"
          onConfirm={() => void handleRemove(asking.remove)}
          onCancel={() => setAsking(null)}
        >
          <p>
            {t(list.items.some(({ parentId }) => parentId === asking.remove.id) ? 'removeAll' : 'removeText')}
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
