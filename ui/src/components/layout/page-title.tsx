// Where you are: breadcrumb on deep screens, one h1, one sentence under it.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../actions/app-link.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../media/icon.tsx';
import './page-title.css';

export interface Crumb {
  label: string;
  /** The last one has none: it is this page. */
  href?: string | undefined;
}

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('components');
  return (
    <nav className="breadcrumb" aria-label={t('breadcrumb')}>
      <ol>
        {crumbs.map((crumb) =>
          crumb.href ? (
            <li key={crumb.label}>
              <AppLink href={crumb.href}>{crumb.label}</AppLink>
            </li>
          ) : (
            <li key={crumb.label} aria-current="page">
              {crumb.label}
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}

export interface PageTitleProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageTitle({ title, description, actions }: PageTitleProps) {
  const words = (
    <>
      <h1>{title}</h1>
      {description ? <p>{description}</p> : null}
    </>
  );
  return (
    <div className={classNames('page-title', actions !== undefined && 'with-actions')}>
      {actions === undefined ? (
        words
      ) : (
        <>
          <div>{words}</div>
          {actions}
        </>
      )}
    </div>
  );
}

export interface SectionHeadProps {
  title: ReactNode;
  id?: string;
  more?: { href: string; label: string } | undefined;
}

/** A section's title with the way to the rest of it. */
export function SectionHead({ title, id, more }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      {more ? <MoreLink href={more.href}>{more.label}</MoreLink> : null}
    </div>
  );
}

export function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AppLink className="more-link" href={href}>
      {children}
      <Icon name="arrow" />
    </AppLink>
  );
}
