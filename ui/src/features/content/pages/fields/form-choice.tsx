// Which form of the centre a block shows.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../../api/hooks.ts';
import { ButtonLink } from '../../../../components/actions/button.tsx';
import { FieldFrame } from '../../../../components/form/field-frame.tsx';
import { type ControlProps, describing } from './block-form.tsx';

export function FormChoice({ id, label, hint, error, required, value, onChange }: ControlProps) {
  const { t } = useTranslation('content-pages');
  const { items } = useResourceList('forms', {
    filter: { statusIn: ['draft', 'open', 'closed'] },
    page: { size: 100 },
  });
  return (
    <FieldFrame id={id} label={label} hint={hint || undefined} error={error} required={required}>
      <select
        className="select"
        id={id}
        value={typeof value === 'string' ? value : ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={describing(id, hint, error)}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        <option value="">{t('form.choose')}</option>
        {items.map((form) => (
          <option key={form.id} value={form.id}>
            {form.status === 'open' ? form.title : t('form.closed', { title: form.title })}
          </option>
        ))}
      </select>
      <ButtonLink variant="quiet" icon="external" href="/form_builder" target="_blank">
        {t('form.manage')}
      </ButtonLink>
    </FieldFrame>
  );
}
