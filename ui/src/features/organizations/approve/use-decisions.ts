// Approving or denying an organisation. Both are told by mail, which leaves after ten seconds.
import { useTranslation } from 'react-i18next';
import { CALLS } from '../../../api/calls.ts';
import type { Organization } from '../../../api/schema.d.ts';
import type { ListDecision } from '../../../components/work-list/decisions.ts';
import { DENIAL_REASONS } from './reasons.ts';

const MESSAGE_AT_MOST = 2000;

export function useDecisions(): readonly ListDecision<Organization>[] {
  const { t } = useTranslation(['organizations', 'reasons']);
  const callOf = ({ id, name }: Organization, body: Record<string, unknown>) => ({
    operation: CALLS.decideOrganization.operation,
    document: CALLS.decideOrganization.document,
    id,
    body,
    name,
  });
  return [
    {
      name: 'approve',
      key: 'a',
      label: t('work.approve.label'),
      icon: 'check',
      variant: 'primary',
      isAllowed: ({ transitions }) => transitions.includes('approve'),
      isForMany: true,
      isDelayed: true,
      callOf: (row) => callOf(row, { status: 'approved' }),
      done: ({ name }) => t('work.approve.done', { name }),
      doneMany: (count) => t('work.approve.doneMany', { count }),
      doneText: t('work.mailLeaves'),
    },
    {
      name: 'deny',
      key: 'r',
      label: t('work.deny.label'),
      icon: 'close',
      variant: 'danger',
      isAllowed: ({ transitions }) => transitions.includes('deny'),
      isDelayed: true,
      asks: {
        title: ([row]) => t('approve.denyTitle', { name: row?.name ?? '' }),
        text: () => t('approve.denyMail'),
        reasons: DENIAL_REASONS.map((code) => ({ value: code, label: t(`reasons:denial.${code}`) })),
        message: {
          label: t('approve.reasonText'),
          hint: t('approve.reasonHint'),
          atMost: MESSAGE_AT_MOST,
          isRequired: true,
        },
        confirm: t('work.deny.confirm'),
      },
      callOf: (row, answer) =>
        callOf(row, { status: 'denied', reasonCode: answer?.reason, reasonText: answer?.message }),
      done: ({ name }) => t('work.deny.done', { name }),
      doneText: t('work.mailLeaves'),
    },
  ];
}
