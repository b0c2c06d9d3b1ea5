// A link: within the app without a reload, elsewhere as any link. In a tab of its own it keeps the visitor's language.
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link, useLocation, useResolvedPath } from 'react-router';

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: string;
  children?: ReactNode;
}

const IN_THE_APP = /^(\/(?!\/)|\?)/;

export function AppLink({ href, children, ...rest }: AppLinkProps) {
  if (IN_THE_APP.test(href) && rest.download === undefined) {
    return (
      <LinkInApp href={href} {...rest}>
        {children}
      </LinkInApp>
    );
  }
  return (
    <a href={href} {...relOf(rest.target)} {...rest}>
      {children}
    </a>
  );
}

/** A tab of its own knows nothing of this one. */
function relOf(target: string | undefined): { rel?: string } {
  return target === '_blank' ? { rel: 'noopener noreferrer' } : {};
}

/** Another question on the same page leaves it where it is scrolled to. */
function LinkInApp({ href, ...rest }: AppLinkProps) {
  const { pathname } = useLocation();
  const isSamePage = useResolvedPath(href).pathname === pathname;
  return <Link {...relOf(rest.target)} {...rest} to={href} discover="none" preventScrollReset={isSamePage} />;
}
