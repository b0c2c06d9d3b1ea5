// Adds somebody by name: who comes without having signed up, or cannot do it alone.
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';

export interface NamedPerson {
  firstName: string;
  lastName: string | null;
  partySize: number;
}

interface WalkInDialogProps {
  /** None: no limit. */
  places: { taken: number; total: number } | null;
  /** What was looked for and not found. */
  typed?: string;
  onClose: () => void;
  /** Problems are shown in the form; whoever takes the person closes the dialog. */
  onAdd: (person: NamedPerson) => Promise<void> | void;
}

/** Chosen as text: its field has a name of its own, to which the rule that it is a number does not apply. */
const SIZES = ['1', '2', '3', '4'];

export function WalkInDialog({ places, typed = '', onClose, onAdd }: WalkInDialogProps) {
  const { t } = useTranslation(['participants', 'components']);
  const [first = '', ...rest] = typed.trim().split(/\s+/);

  async function handleSubmit(value: FormValue) {
    try {
      await onAdd({
        firstName: String(value.firstName ?? '').trim(),
        lastName: String(value.lastName ?? '').trim() || null,
        partySize: Number(value.people),
      });
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.problems.length === 0) throw thrown;
      return thrown.problems.map((each) =>
        each.field === 'partySize' ? { ...each, field: 'people' } : each,
      );
    }
    return [];
  }

  return (
    <Dialog
      open
      small
      title={t('add.title')}
      description={places ? t('add.places', { taken: places.taken, count: places.total }) : undefined}
      onClose={onClose}
    >
      <Form
        of="activity_walk_ins"
        label={t('add.title')}
        value={{ firstName: first, lastName: rest.join(' '), people: '1' }}
        onSubmit={handleSubmit}
      >
        <FieldPair>
          <Field name="firstName" label={t('add.firstName')} autoComplete="off" />
          <Field name="lastName" label={t('add.lastName')} autoComplete="off" />
        </FieldPair>
        <Field
          name="people"
          kind="select"
          label={t('add.partySize')}
          short={t('add.partySizeShort')}
          rules={{ required: true }}
          choices={SIZES.map((value) => ({ value, label: t('people', { count: Number(value) }) }))}
        />
        <ButtonRow between>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton>{t('add.confirm')}</SubmitButton>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}
