// A filter more: a column, a comparison, a value.
import { useTranslation } from 'react-i18next';
import type { ViewedColumn } from '../../api/data-viewer-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import { COMPARISONS } from './data-viewer-url.ts';
import { useNames } from './names.tsx';

interface FilterDialogProps {
  columns: readonly ViewedColumn[];
  onClose: () => void;
  onFilter: (name: string, value: string) => void;
}

export function FilterDialog({ columns, onClose, onFilter }: FilterDialogProps) {
  const { t } = useTranslation('data-viewer');
  const { columnName } = useNames();
  const first = columns[0]?.name ?? '';
  return (
    <Dialog
      open
      small
      title={t('filter.title')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          value={{ column: first, comparison: 'eq' }}
          onSubmit={({ column, comparison, value }) => {
            const isNull = comparison === 'null';
            const name = comparison === 'eq' ? String(column) : `${column}_${comparison}`;
            onFilter(name, isNull ? 'true' : String(value ?? '').trim());
          }}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('filter.cancel')}</Button>
          <SubmitButton>{t('filter.submit')}</SubmitButton>
        </>
      }
    >
      <Field
        name="column"
        kind="select"
        label={t('filter.column')}
        rules={{ required: true }}
        choices={columns.map(({ name }) => ({ value: name, label: columnName(name) }))}
      />
      <Field
        name="comparison"
        kind="select"
        label={t('filter.comparison')}
        rules={{ required: true }}
        choices={COMPARISONS.map((value) => ({ value, label: t(`filter.choice.${value}`) }))}
      />
      <Field name="value" label={t('filter.value')} hint={t('filter.hint')} />
    </Dialog>
  );
}
