// Above and under a list of results: how many, in which order, list or map; the thumb's bar on a phone.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import '../form/form.css';
import { AppLink } from '../actions/app-link.tsx';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../media/icon.tsx';
import './results-bar.css';

export interface ResultsBarProps {
  /** "38 vacatures binnen 5 km"; a change is read out. */
  title: string;
  id?: string;
  children?: ReactNode;
}

export function ResultsBar({ title, id, children }: ResultsBarProps) {
  return (
    <div className="results-bar">
      <h2 id={id} aria-live="polite">
        {title}
      </h2>
      {children ? <div className="results-tools">{children}</div> : null}
    </div>
  );
}

export interface Option {
  value: string;
  label: string;
}

export interface SortSelectProps {
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  label?: string;
}

export function SortSelect({ value, options, onChange, label }: SortSelectProps) {
  const { t } = useTranslation('components');
  const id = useId();
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label ?? t('sort_by')}
      </label>
      <select className="select" id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  );
}

export interface View {
  label: string;
  href: string;
  icon: IconName;
  current: boolean;
}

export function ViewSwitch({
  views,
  label,
  fromTablet,
}: {
  views: readonly View[];
  label: string;
  fromTablet?: boolean;
}) {
  return (
    <nav className={classNames('view-switch', fromTablet && 'from-tablet')} aria-label={label}>
      {views.map((view) => (
        <AppLink key={view.href} href={view.href} aria-current={view.current || undefined}>
          <Icon name={view.icon} />
          {view.label}
        </AppLink>
      ))}
    </nav>
  );
}

/** The bar under the thumb, below 1024 px. */
export function PhoneBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="phone-bar" aria-label={label}>
      {children}
    </section>
  );
}

/** The offer to be told about new results. */
export function SaveSearch({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <div className="save-search">
      <div>
        <h3>{title}</h3>
        <p className="soft">{description}</p>
      </div>
      {children}
    </div>
  );
}
