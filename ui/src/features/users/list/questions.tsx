// Who was asked for something and has not answered: ask once more, or take the question back.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import type { LoadedList } from '../../../api/hooks.ts';
import type { RoleInvitation } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { NOTHING_CHOSEN, type Selection } from '../../../components/table/table-selection.ts';
import { BulkBar } from '../../../components/table/table-tools.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatNumber, formatShortDate } from '../../../lib/locale/time.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { reloadPeople } from './list.store.ts';
import { LIST_PATH } from './list-url.ts';
import { askAgain, hrefOfPage, takeBack } from './questions.store.ts';

const nameOf = ({ user, typedName, email }: RoleInvitation): string =>
  user?.fullName || typedName || (email ?? '');

interface QuestionsProps {
  page: number;
  list: LoadedList<RoleInvitation>;
}

export function Questions({ page, list }: QuestionsProps) {
  const { t } = useTranslation('users');
  const columns = useColumns();
  const [going, setGoing] = useState<RoleInvitation | null>(null);
  const [selection, setSelection] = useState<Selection>(NOTHING_CHOSEN);
  const [isAsking, setIsAsking] = useState(false);
  const { items, status, total, pages, size, refresh } = list;
  const reload = (): void => void reloadPeople();

  async function handleAgain(offer: RoleInvitation) {
    try {
      await askAgain(offer.id);
      const message = t('letter.to', { email: offer.email ?? nameOf(offer) });
      addToast({ title: t('letter.sent'), message, color: 'success' });
      reload();
    } catch (cause) {
      addToast({ title: t('letter.failed'), message: (cause as Error).message, color: 'danger' });
    }
  }

  /** One after the other; whom a letter cannot reach now is said, and stays chosen. */
  async function handleAllAgain() {
    const ids = selection.kind === 'all' ? items.map(({ id }) => id) : [...selection.ids];
    setIsAsking(true);
    const failed = new Map<string, string>();
    for (const id of ids) {
      await askAgain(id).catch((cause: unknown) => failed.set(id, (cause as Error).message));
    }
    setIsAsking(false);
    setSelection({ kind: 'some', ids: new Set(failed.keys()) });
    const sent = ids.length - failed.size;
    const reasons = [...new Set(failed.values())].join(' ');
    if (sent > 0) addToast({ title: t('asked.againDone', { count: sent }), color: 'success' });
    if (failed.size > 0)
      addToast({
        title: t('bulk.someFailed', { count: failed.size }),
        message: reasons,
        color: 'danger',
      });
    reload();
  }

  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if (items.length === 0 && status !== 'success') return <RowSkeletons count={4} />;
  const from = (page - 1) * size;
  return (
    <>
      <DataTable
        caption={t('asked.caption')}
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowLabel={nameOf}
        {...(items.some(({ can }) => can.includes('invite')) ? { selection, onSelection: setSelection } : {})}
        bulkBar={
          <BulkBar
            selection={selection}
            total={items.length}
            onChooseAll={() => setSelection({ kind: 'all' })}
            onClear={() => setSelection(NOTHING_CHOSEN)}
          >
            <Button icon="mail" busy={isAsking} onClick={() => void handleAllAgain()}>
              {t('asked.again')}
            </Button>
          </BulkBar>
        }
        rowMenu={(offer) => (
          <QuestionMenu
            offer={offer}
            onAgain={() => void handleAgain(offer)}
            onTakeBack={() => setGoing(offer)}
          />
        )}
        empty={
          <EmptyState
            level={2}
            icon="check"
            title={t('asked.empty.title')}
            actions={<ButtonLink href={LIST_PATH}>{t('empty.showAll')}</ButtonLink>}
          >
            {t('asked.empty.text')}
          </EmptyState>
        }
      />
      {pages > 1 ? (
        <Pagination
          page={page}
          pages={pages}
          hrefFor={hrefOfPage}
          summary={t('list.summary', {
            from: from + 1,
            to: from + items.length,
            total: formatNumber(total),
          })}
        />
      ) : null}
      {going ? <TakeBackDialog offer={going} onClose={() => setGoing(null)} onDone={reload} /> : null}
    </>
  );
}

function useColumns(): readonly Column<RoleInvitation>[] {
  const { t } = useTranslation('users');
  const words = useRoleWords();
  return [
    {
      key: 'name',
      title: t('asked.column.who'),
      isTitle: true,
      render: (offer) =>
        offer.user ? (
          <>
            <AppLink className="row-title" href={`${LIST_PATH}/${offer.user.id}`}>
              {offer.user.fullName || offer.email || t('nameless')}
            </AppLink>
            {offer.user.fullName ? <small>{offer.email}</small> : null}
          </>
        ) : (
          <>
            <span className="row-title">{nameOf(offer)}</span>
            {offer.typedName ? <small>{offer.email}</small> : null}
          </>
        ),
    },
    {
      key: 'role',
      title: t('asked.column.role'),
      render: (offer) => (
        <span className="role-line">
          {words.nameOf(offer.role)}
          <small>{words.placeOf({ ...offer, name: offer.role })}</small>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('asked.column.state'),
      render: ({ state, expiresAt }) =>
        state === 'expired' ? (
          <StatusBadge tone="warning" icon="clock">
            {t('asked.expired', { date: formatShortDate(expiresAt) })}
          </StatusBadge>
        ) : (
          <StatusBadge tone="info" icon="wait">
            {t('asked.until', { date: formatShortDate(expiresAt) })}
          </StatusBadge>
        ),
    },
    {
      key: 'by',
      title: t('asked.column.by'),
      isEmpty: ({ sentByName }) => !sentByName,
      render: ({ sentByName }) => sentByName ?? '',
    },
  ];
}

interface QuestionMenuProps {
  offer: RoleInvitation;
  onAgain: () => void;
  onTakeBack: () => void;
}

function QuestionMenu({ offer, onAgain, onTakeBack }: QuestionMenuProps) {
  const { t } = useTranslation('users');
  const entries: MenuEntry[] = [];
  if (offer.can.includes('invite'))
    entries.push({ label: t('asked.again'), icon: 'mail', onSelect: onAgain });
  if (offer.can.includes('delete'))
    entries.push({ label: t('asked.takeBack'), icon: 'close', danger: true, onSelect: onTakeBack });
  if (entries.length === 0) return null;
  return <MenuButton label={t('menu.label', { name: nameOf(offer) })} entries={entries} />;
}

interface TakeBackProps {
  offer: RoleInvitation;
  onClose: () => void;
  onDone: () => void;
}

function TakeBackDialog({ offer, onClose, onDone }: TakeBackProps) {
  const { t } = useTranslation('users');
  const words = useRoleWords();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const values = { name: nameOf(offer), role: words.fullName({ ...offer, name: offer.role }) };

  async function handleConfirm() {
    setIsBusy(true);
    try {
      await takeBack(offer.id);
      addToast({ title: t('role.withdrawAsk.done'), color: 'success' });
      onClose();
      onDone();
    } catch (cause) {
      setFailure(cause instanceof ApiError && !cause.isOffline ? cause.message : t('bulk.failed'));
      setIsBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open
      title={t('role.withdrawAsk.title', values)}
      confirmLabel={t('role.withdrawAsk.confirm')}
      variant="danger"
      busy={isBusy}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      {failure ? (
        <Notice tone="danger" live>
          <p>{failure}</p>
        </Notice>
      ) : null}
      <p>{t('role.withdrawAsk.text', values)}</p>
    </ConfirmDialog>
  );
}
