// What can be done with a check in the list, each with its key.
import { useTranslation } from 'react-i18next';
import { CHECK_CALLS } from '../../api/check-calls.ts';
import type { Check } from '../../api/schema.d.ts';
import type { Asked } from '../../components/checks/check-dialog.tsx';
import type { AnyDecision, ListDecision } from '../../components/work-list/decisions.ts';
import { isOpen, isRenewable } from '../../lib/checks/checks.ts';

const canManage = ({ can }: Check): boolean => can.includes('manage');

export function useDecisions(onAsk: (asked: Asked) => void): readonly AnyDecision<Check>[] {
  const { t } = useTranslation('checks');

  const ending = (event: 'revoke' | 'withdraw', key: string): ListDecision<Check> => ({
    name: event,
    key,
    label: t(`${event}.label`),
    variant: 'danger',
    icon: 'close',
    isAllowed: (row) => canManage(row) && (event === 'withdraw' ? isOpen(row) : isRenewable(row)),
    isForMany: event === 'withdraw',
    asks: {
      title: (rows) =>
        rows.length === 1
          ? t(`${event}.title`, { name: rows[0]?.personName ?? '' })
          : t('withdraw.titleMany', { count: rows.length }),
      text: () => t(`${event}.text`),
      reasons: [],
      confirm: t(`${event}.confirm`),
    },
    callOf: (row) => ({
      operation: CHECK_CALLS.checkStep.operation,
      document: CHECK_CALLS.checkStep.document,
      id: row.id,
      body: { event },
      version: row.rowVersion,
      name: row.personName,
    }),
    done: (row) => t(`${event}.done`, { name: row.personName }),
    doneMany: (count) => t('withdraw.doneMany', { count }),
  });

  return [
    {
      name: 'note',
      key: 'n',
      label: t('note.short'),
      icon: 'check',
      variant: 'primary',
      isAllowed: (row) => canManage(row) && isOpen(row),
      open: ([check]) => check && onAsk({ do: 'note', check }),
    },
    {
      name: 'renew',
      key: 'v',
      label: t('renew.short'),
      icon: 'refresh',
      variant: 'primary',
      isAllowed: (row) => canManage(row) && isRenewable(row),
      open: ([check]) => check && onAsk({ do: 'renew', check }),
    },
    {
      name: 'correct',
      key: 'e',
      label: t('correct.short'),
      icon: 'pen',
      isAllowed: (row) => canManage(row) && isRenewable(row),
      open: ([check]) => check && onAsk({ do: 'note', check }),
    },
    ending('revoke', 'i'),
    ending('withdraw', 'i'),
  ];
}
