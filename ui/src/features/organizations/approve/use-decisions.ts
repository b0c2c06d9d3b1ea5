// Approving or denying an organisation. Both are told by mail, which leaves after ten seconds.
import { useTranslation } from 'react-i18next';
import { CALLS } from '../../../api/calls.ts';
import { send } from '../../../api/requests.ts';
import type { Organization } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import type { AnyDecision, ListDecision } from '../../../components/work-list/decisions.ts';
import { DENIAL_REASONS } from './reasons.ts';

const MESSAGE_AT_MOST = 2000;

/** Also in the list of all organisations, for those that wait. */
export function useDecisions(onAsk: (row: Organization) => void): readonly AnyDecision<Organization>[] {
  const { t } = useTranslation(['organizations', 'organization-review', 'reasons']);
  const callOf = ({ id, name, rowVersion }: Organization, body: Record<string, unknown>) => ({
    operation: CALLS.decideOrganization.operation,
    document: CALLS.decideOrganization.document,
    id,
    body,
    version: rowVersion,
    name,
  });
  const decisions: ListDecision<Organization>[] = [
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
      // Who was approved is not denied any more: its page offers to archive it.
      isAllowed: ({ status, transitions }) => status === 'pending' && transitions.includes('deny'),
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
        preview: ([row], { reason, message }) => mailOf(row, reason, message),
        confirm: t('work.deny.confirm'),
      },
      callOf: (row, answer) =>
        callOf(row, { status: 'denied', reasonCode: answer?.reason, reasonText: answer?.message }),
      done: ({ name }) => t('work.deny.done', { name }),
      doneText: t('work.mailLeaves'),
    },
  ];
  return [
    ...decisions.slice(0, 1),
    {
      name: 'question',
      key: 'v',
      label: t('organization-review:question.action'),
      icon: 'mail',
      isAllowed: ({ status, can }) => status === 'pending' && can.includes('approve'),
      open: ([row]) => {
        if (row) onAsk(row);
      },
    },
    ...decisions.slice(1),
  ];
}

/** The mail of an approval as it would be sent. */
export async function approvalMail({ id }: Organization) {
  const { item } = await send(STAFF_CALLS.decisionPreview, { id, body: { status: 'approved' } });
  return item;
}

async function mailOf(row: Organization | undefined, reasonCode: string, reasonText: string) {
  if (!row) return null;
  const body = { status: 'denied' as const, reasonCode, reasonText };
  const { item } = await send(STAFF_CALLS.decisionPreview, { id: row.id, body });
  return item;
}
