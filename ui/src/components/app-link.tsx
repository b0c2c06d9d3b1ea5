// A link: within the app without a reload, elsewhere as any link. In a tab of its own it keeps the visitor's language.
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

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

/** The router's own <Link> brings its prefetching along, which every first view would pay for. */
function LinkInApp({ href, onClick, children, ...rest }: AppLinkProps) {
  const address = useHref(href);
  const follow = useLinkClickHandler<HTMLAnchorElement>(href, rest.target ? { target: rest.target } : {});
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  }
  return (
    <a {...relOf(rest.target)} {...rest} href={address} onClick={handleClick}>
      {children}
    </a>
  );
}
