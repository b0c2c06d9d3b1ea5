// Approving asks once; denying asks why. Both say what will be mailed and to whom.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import type { Organization } from '../../../api/schema.d.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { ConfirmDialog, Dialog } from '../../../components/feedback/dialog.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { DENIAL_REASONS } from './reasons.ts';

interface ApproveDialogProps {
  organization: Organization;
  onApprove: () => Promise<void>;
  onClose: () => void;
}

export function ApproveDialog({ organization, onApprove, onClose }: ApproveDialogProps) {
  const { t } = useTranslation('organizations');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function handleConfirm() {
    setBusy(true);
    setProblem(null);
    try {
      await onApprove();
    } catch (thrown) {
      setProblem(thrown instanceof ApiError && thrown.message ? thrown.message : t('approve.failed'));
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open
      title={t('approve.approveTitle', { name: organization.name })}
      confirmLabel={t('approve.approve')}
      busy={busy}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      {problem ? (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      ) : null}
      <p>{t('approve.approveText')}</p>
      <p className="soft">{t('approve.approveMail')}</p>
    </ConfirmDialog>
  );
}

interface DenyDialogProps {
  organization: Organization;
  onDeny: (reasonCode: string, reasonText: string) => Promise<void>;
  onClose: () => void;
}

export function DenyDialog({ organization, onDeny, onClose }: DenyDialogProps) {
  const { t } = useTranslation('organizations');

  async function handleSubmit(value: FormValue) {
    await onDeny(String(value.reasonCode), String(value.reasonText ?? '').trim());
  }

  return (
    <Dialog
      open
      title={t('approve.denyTitle', { name: organization.name })}
      description={t('approve.denyMail')}
      onClose={onClose}
    >
      <Form onSubmit={handleSubmit}>
        <Field
          name="reasonCode"
          kind="select"
          label={t('approve.reason')}
          short={t('approve.reasonShort')}
          rules={{ required: true }}
          choices={DENIAL_REASONS.map((code) => ({ value: code, label: t(`reason.${code}`) }))}
        />
        <Field
          name="reasonText"
          kind="textarea"
          label={t('approve.reasonText')}
          short={t('approve.reasonTextShort')}
          hint={t('approve.reasonHint')}
          rules={{ required: true, maxLength: 2000 }}
          rows={4}
        />
        <ButtonRow between>
          <Button variant="quiet" onClick={onClose}>
            {t('approve.keep')}
          </Button>
          <SubmitButton>{t('approve.deny')}</SubmitButton>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}
