// What would help this person most now. Pure: everything it looks at is handed in.
import type { User } from '../../../api/schema.d.ts';

export interface NextStepLink {
  key: 'confirm_email' | 'phone' | 'apply' | 'applications' | 'digest';
  href: string;
}

/** The most pressing first. */
export function nextSteps(
  me: Pick<User, 'unconfirmedEmail' | 'phoneNumber' | 'digestDays'>,
  { applications, canWork }: { applications: number; canWork: boolean },
): NextStepLink[] {
  const steps: (NextStepLink | null)[] = [
    me.unconfirmedEmail ? { key: 'confirm_email', href: '/profile-edit/email' } : null,
    applications > 0 ? { key: 'applications', href: '/applications' } : null,
    applications === 0 && !canWork ? { key: 'apply', href: '/vacancies/search' } : null,
    me.phoneNumber ? null : { key: 'phone', href: '/profile-edit' },
    (me.digestDays ?? []).length > 0 ? null : { key: 'digest', href: '/profile-edit/periodieke-mail' },
  ];
  return steps.filter((step) => step !== null);
}
