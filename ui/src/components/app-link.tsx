// A link: within the app without a reload, elsewhere as any link.
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: string;
  children?: ReactNode;
}

const IN_THE_APP = /^(\/(?!\/)|\?)/;

export function AppLink({ href, children, ...rest }: AppLinkProps) {
  if (IN_THE_APP.test(href) && !rest.target && rest.download === undefined) {
    return (
      <Link to={href} {...rest}>
        {children}
      </Link>
    );
  }
  const rel = rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {};
  return (
    <a href={href} {...rel} {...rest}>
      {children}
    </a>
  );
}
