// The steps of editing an organisation, and what of it each holds. The address says which one is open.
import type { Organization, OrganizationInput } from '../../../api/schema.d.ts';
import { addressFromForm, addressToForm } from '../../../components/form/controls/address-fields.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { webAddress } from '../signup/signup-values.ts';

export const STEPS = ['about', 'contact', 'place', 'hours', 'map', 'school'] as const;
export type EditStep = (typeof STEPS)[number];

/** A School has a step of its own. */
export const stepsOf = ({ organizationType }: Pick<Organization, 'organizationType'>): readonly EditStep[] =>
  STEPS.filter((step) => step !== 'school' || organizationType === 'School');

export const editHref = (id: string, step: EditStep): string =>
  `/organizations/${id}/edit${step === STEPS[0] ? '' : `?step=${step}`}`;

/** Each step has a draft of its own: it is saved on its own. */
export const draftOf = (id: string, step: EditStep): string => `organizations/${id}/${step}`;

/** What somebody asked for stands in the form: they go on from there. */
export function toForm(found: Organization): FormValue {
  const wished = (part: string): string | undefined => {
    const value = (found.requestedChange as Readonly<Record<string, unknown>> | null)?.[part];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    name: wished('name') ?? found.name,
    kvkNumber: wished('kvkNumber') ?? found.kvkNumber ?? '',
    website: found.website ?? '',
    description: found.description ?? '',
    contactName: found.contactName ?? '',
    email: found.email ?? '',
    phoneNumber: found.phoneNumber ? formatPhone(found.phoneNumber) : '',
    showEmail: found.showEmail ?? false,
    showPhoneNumber: found.showPhoneNumber ?? false,
    showWebsite: found.showWebsite ?? true,
    logoUrl: found.logoUrl ?? '',
    photoUrl: found.photoUrl ?? '',
    photoAlt: found.photoAlt ?? '',
    mentorApproval: found.mentorApproval ?? false,
    mentorsSeeAll: found.mentorsSeeAll ?? false,
    ...addressToForm(found.address as unknown as Record<string, unknown> | null),
  };
}

function toAttributes(value: FormValue): OrganizationInput {
  const text = (name: string): string | null => String(value[name] ?? '').trim() || null;
  const address = addressFromForm(value);
  return {
    name: text('name') ?? '',
    kvkNumber: text('kvkNumber'),
    website: webAddress(text('website') ?? '') || null,
    description: text('description'),
    contactName: text('contactName'),
    email: text('email'),
    phoneNumber: text('phoneNumber'),
    showEmail: value.showEmail === true,
    showPhoneNumber: value.showPhoneNumber === true,
    showWebsite: value.showWebsite === true,
    logoUrl: text('logoUrl'),
    photoUrl: text('photoUrl'),
    photoAlt: text('photoAlt') ?? '',
    mentorApproval: value.mentorApproval === true,
    mentorsSeeAll: value.mentorsSeeAll === true,
    ...(address ? { address: { ...address, country: 'NL' } } : {}),
  };
}

/** Only what changed. */
export function changes(before: FormValue, after: FormValue): OrganizationInput {
  const old: Record<string, unknown> = { ...toAttributes(before) };
  return Object.fromEntries(
    Object.entries(toAttributes(after)).filter(
      ([name, each]) => JSON.stringify(each) !== JSON.stringify(old[name]),
    ),
  );
}
