// What every step of editing an organisation shares: what it is given, and the buttons below it.
import { useTranslation } from 'react-i18next';
import type { Organization, OrganizationInput } from '../../../api/schema.d.ts';
import { ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { SubmitButton } from '../../../components/form/form.tsx';
import type { Problem } from '../../../components/form/problems.ts';
import { type EditStep, editHref, stepsOf } from './edit-steps.ts';

export interface StepProps {
  found: Organization;
  /** Saves these attributes and goes on; problems given back are shown. */
  save: (attributes: OrganizationInput) => Promise<readonly Problem[]>;
}

export function StepEnd({ found, step }: { found: Organization; step: EditStep }) {
  const { t } = useTranslation('organizations');
  const steps = stepsOf(found);
  const before = steps[steps.indexOf(step) - 1];
  const isLast = steps.at(-1) === step;
  return (
    <ButtonRow>
      <SubmitButton large>{t(isLast ? 'edit.save' : 'edit.saveAndNext')}</SubmitButton>
      {before ? (
        <ButtonLink href={editHref(found.id, before)} variant="quiet">
          {t('edit.back')}
        </ButtonLink>
      ) : null}
    </ButtonRow>
  );
}
