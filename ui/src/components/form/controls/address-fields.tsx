// Street, house number, postal code and city. In the form's value they are `address.street` and so on.
import { useTranslation } from 'react-i18next';
import { Field } from '../field.tsx';
import type { FormValue } from '../form-context.ts';
import type { FieldValue } from '../rules.ts';

const PARTS = ['street', 'houseNumber', 'postalCode', 'city'] as const;

export interface AddressFieldsProps {
  /** What the names start with: "address". */
  name?: string;
  /** Which parts must be there. */
  required?: boolean;
}

export function AddressFields({ name = 'address', required = false }: AddressFieldsProps) {
  const { t } = useTranslation('components');
  const rules = { required };
  return (
    <div className="address-fields">
      <Field name={`${name}.street`} label={t('address.street')} rules={rules} autoComplete="address-line1" />
      <Field
        name={`${name}.houseNumber`}
        label={t('address.house_number')}
        rules={rules}
        autoComplete="off"
      />
      <Field name={`${name}.city`} label={t('address.city')} rules={rules} autoComplete="address-level2" />
      <Field
        name={`${name}.postalCode`}
        label={t('address.postal_code')}
        rules={{ ...rules, format: 'postal-code' }}
        autoComplete="postal-code"
      />
    </div>
  );
}

/** An address as the api has it → the form's flat value. */
export function addressToForm(
  address: Readonly<Record<string, unknown>> | null | undefined,
  name = 'address',
): FormValue {
  return Object.fromEntries(PARTS.map((part) => [`${name}.${part}`, (address?.[part] ?? '') as FieldValue]));
}

/** The form's flat value → an address for the api, or null when nothing is filled in. */
export function addressFromForm(value: FormValue, name = 'address'): Record<string, string> | null {
  const parts = PARTS.map((part) => [part, String(value[`${name}.${part}`] ?? '').trim()] as const);
  return parts.some(([, text]) => text !== '') ? Object.fromEntries(parts) : null;
}
