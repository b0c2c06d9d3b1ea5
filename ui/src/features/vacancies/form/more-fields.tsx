// What is not always needed, behind one line that says what of it is filled in. A mistake in it opens it.
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../components/form/form-context.ts';
import { isEmpty } from '../../../components/form/rules.ts';

interface MoreFieldsProps {
  label: string;
  /** The fields in it, by name, with what they are called here. Those of a group are named `dates.`. */
  fields: Readonly<Record<string, string>>;
  children: ReactNode;
}

export function MoreFields({ label, fields, children }: MoreFieldsProps) {
  const { t } = useTranslation('vacancy-steps');
  const { value, errors } = useForm();
  const [isOpen, setIsOpen] = useState(false);
  const belongs = (name: string, field: string) =>
    field.endsWith('.') ? name.startsWith(field) : name === field;
  const names = Object.entries(fields);
  const isWrong = Object.keys(errors).some((name) => names.some(([field]) => belongs(name, field)));
  const filled = names
    .filter(([field]) =>
      Object.entries(value).some(([name, each]) => belongs(name, field) && !isEmpty(each) && each !== false),
    )
    .map(([, called]) => called);
  return (
    <details
      className="more-fields"
      open={isOpen || isWrong}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <b>{label}</b>
        <span className="soft">
          {filled.length > 0 ? t('more.filled', { fields: filled.join(', ') }) : t('more.none')}
        </span>
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}
