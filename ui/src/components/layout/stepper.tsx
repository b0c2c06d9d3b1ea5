// Where you are in a long form, and the bar that says what is not saved yet.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './stepper.css';
import { AppLink } from '../actions/app-link.tsx';

export interface Step {
  key: string;
  label: string;
  /** A step that is done can be a link back. */
  href?: string | undefined;
}

export interface StepperProps {
  steps: readonly Step[];
  current: string;
  /** Every step can be gone to, in whatever order. */
  open?: boolean;
}

export function Stepper({ steps, current, open = false }: StepperProps) {
  const { t } = useTranslation('components');
  const at = steps.findIndex((step) => step.key === current);
  return (
    <ol className="stepper" aria-label={t('stepper', { step: at + 1, count: steps.length })}>
      {steps.map((step, index) => (
        <li
          key={step.key}
          className={index < at ? 'is-done' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {(index < at || (open && index !== at)) && step.href ? (
            <AppLink className="step-name" href={step.href}>
              {step.label}
            </AppLink>
          ) : (
            <span className="step-name">{step.label}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

export interface UnsavedBarProps {
  /** Instead of "Nog niet opgeslagen." */
  title?: ReactNode;
  /** What is kept and where: "Wel veilig op dit apparaat." */
  detail?: ReactNode;
  children: ReactNode;
}

export function UnsavedBar({ title, detail, children }: UnsavedBarProps) {
  const { t } = useTranslation('components');
  return (
    <section className="unsaved-bar" aria-label={t('unsaved.label')}>
      <div className="page">
        <p>
          <span className="pulse" aria-hidden="true" />
          <span>
            <b>{title ?? t('unsaved.title')}</b> <span className="soft">{detail ?? t('unsaved.kept')}</span>
          </span>
        </p>
        {children}
      </div>
    </section>
  );
}
