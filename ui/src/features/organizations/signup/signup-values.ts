// The sign-up of an organisation: which field is on which step, and what goes to the server. Pure.
import type { OrganizationSignUp } from '../../../api/calls.ts';
import { addressFromForm } from '../../../components/form/controls/address-fields.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';

export const STEPS = ['organization', 'address', 'contact'] as const;
export type StepKey = (typeof STEPS)[number];

export const isStep = (value: string | null): value is StepKey => STEPS.includes(value as StepKey);

/** The step that a problem of the server belongs to. */
export function stepOf(field: string): StepKey {
  if (field.startsWith('address')) return 'address';
  return field.startsWith('contact') || field === 'acceptTerms' ? 'contact' : 'organization';
}

const text = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

/** People type "www.tuin.nl"; the server wants a whole address. */
export function webAddress(typed: string): string {
  const trimmed = typed.trim();
  return trimmed === '' || /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

export function isWebAddress(typed: string): boolean {
  try {
    const { hostname } = new URL(webAddress(typed));
    return hostname.includes('.') && !/\s/.test(typed.trim());
  } catch {
    return false;
  }
}

/** Digits may be typed with spaces or points between them. */
export const kvkDigits = (typed: string): string => typed.replace(/[\s.]/g, '');

export function signupAttributes(
  value: FormValue,
  { isSignedIn, locale }: { isSignedIn: boolean; locale: string },
): OrganizationSignUp {
  const isInitiative = value.registration === 'initiative';
  const website = webAddress(text(value, 'website'));
  const description = text(value, 'description');
  const phone = text(value, 'contact.phoneNumber');
  return {
    name: text(value, 'name'),
    ...(isInitiative
      ? { neighbourhoodInitiative: true }
      : { kvkNumber: kvkDigits(text(value, 'kvkNumber')), neighbourhoodInitiative: false }),
    ...(website ? { website } : {}),
    ...(description ? { description } : {}),
    address: { ...addressFromForm(value), country: 'NL' },
    acceptTerms: value.acceptTerms === true,
    locale,
    ...(isSignedIn
      ? {}
      : {
          contact: {
            firstName: text(value, 'contact.firstName'),
            lastName: text(value, 'contact.lastName'),
            email: text(value, 'contact.email'),
            ...(phone ? { phoneNumber: phone } : {}),
            password: String(value['contact.password'] ?? ''),
            passwordConfirmation: String(value['contact.password'] ?? ''),
          },
        }),
  };
}

/** What may be kept on this device: never a password, and no consent. */
export function keptValues(value: FormValue): FormValue {
  const { 'contact.password': _password, acceptTerms: _terms, ...kept } = value;
  return kept;
}
