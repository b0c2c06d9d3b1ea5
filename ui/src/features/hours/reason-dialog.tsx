// Something is said about hours that goes to the other side: a question, a disagreement, a refusal, a correction.
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { HoursField } from '../../components/form/controls/hours-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';

export const REASON_RULES = { required: true, minLength: 3, maxLength: 200 } as const;

interface ReasonDialogProps {
  title: string;
  text: string;
  label: string;
  confirm: string;
  /** Asks for a number of hours as well, which starts with this one. */
  hours?: { label: string; value: number };
  isDanger?: boolean;
  onSubmit: (reason: string, hours: number) => Promise<void>;
  onClose: () => void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, label, confirm, hours, isDanger, onSubmit, onClose } = props;
  const { t } = useTranslation('components');
  return (
    <Dialog
      open
      small
      title={title}
      description={text}
      onClose={onClose}
      wrap={(content) => (
        <Form
          label={title}
          value={{ reason: '', ...(hours ? { hours: hours.value } : {}) }}
          onSubmit={async (value) => {
            await onSubmit(String(value.reason ?? '').trim(), Number(value.hours));
            onClose();
          }}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton danger={isDanger ?? false}>{confirm}</SubmitButton>
        </>
      }
    >
      {hours ? <HoursField name="hours" label={hours.label} /> : null}
      <Field name="reason" kind="textarea" rows={3} label={label} rules={REASON_RULES} />
    </Dialog>
  );
}
