// A link: within the app without a reload, elsewhere as any link.
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: string;
  children?: ReactNode;
}

const IN_THE_APP = /^(\/(?!\/)|\?)/;

export function AppLink({ href, children, ...rest }: AppLinkProps) {
  if (IN_THE_APP.test(href) && !rest.target && rest.download === undefined) {
    return (
      <LinkInApp href={href} {...rest}>
        {children}
      </LinkInApp>
    );
  }
  const rel = rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {};
  return (
    <a href={href} {...rel} {...rest}>
      {children}
    </a>
  );
}

/** The router's own <Link> brings its prefetching along, which every first view would pay for. */
function LinkInApp({ href, onClick, children, ...rest }: AppLinkProps) {
  const address = useHref(href);
  const follow = useLinkClickHandler<HTMLAnchorElement>(href);
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  }
  return (
    <a {...rest} href={address} onClick={handleClick}>
      {children}
    </a>
  );
}
