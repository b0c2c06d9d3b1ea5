// Going somewhere from code. External addresses need a word; dangerous protocols are refused.
import { signal } from '@preact/signals-react';
import { Problem } from '../feedback/errors.ts';

const DANGEROUS = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']);

export interface NavigateOptions {
  external?: boolean;
  replace?: boolean;
}

type Navigator = (to: string, options: { replace: boolean }) => void;

let navigator: Navigator = (to, { replace }) => (replace ? location.replace(to) : location.assign(to));

/** The router says here how it navigates. */
export function setNavigator(next: Navigator): void {
  navigator = next;
}

/** The protocol of an address as a browser would read it: it drops tabs, line ends and leading blanks. */
export function protocolOf(to: string): string | null {
  const seen = Array.from(to)
    .filter((sign) => sign > ' ' && sign !== '\u007f')
    .join('');
  return /^[a-z][a-z0-9+.-]*:/i.exec(seen)?.[0].toLowerCase() ?? null;
}

function hasHost(to: string): boolean {
  return /^[\\/]{2}/.test(to.trimStart());
}

/** Throws when an address must not be followed; says whether it leaves the app. */
export function checkAddress(to: string, isExternalAllowed: boolean): { isExternal: boolean } {
  const protocol = protocolOf(to);
  if (protocol !== null && DANGEROUS.has(protocol)) {
    throw new Problem({ message: `Cannot navigate to a URL with ${protocol} protocol.` });
  }
  const isExternal = protocol !== null || hasHost(to);
  if (isExternal && !isExternalAllowed) {
    throw new Problem({
      message:
        'Navigating to an external URL is not allowed by default. Use navigateTo(url, { external: true }).',
    });
  }
  return { isExternal };
}

export function navigateTo(to: string, { external = false, replace = false }: NavigateOptions = {}): void {
  const { isExternal } = checkAddress(to, external);
  if (!isExternal) {
    navigator(to, { replace });
    return;
  }
  if (replace) location.replace(to);
  else location.assign(to);
}

/** An address from data that may stand in an href: null when it may not. */
export function safeHref(to: string | null | undefined): string | null {
  if (!to) return null;
  const protocol = protocolOf(to);
  const isFine = protocol === null || ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol);
  return isFine ? to : null;
}

/** `?next=` only leads inside the app. */
export function safeNext(next: string | null): string {
  return next?.startsWith('/') && !hasHost(next) && protocolOf(next) === null ? next : '/';
}

/** True while the router waits for a page. */
export const isNavigating = signal(false);

/** Every change of route, so that errors clear and focus moves. */
const listeners = new Set<(path: string) => void>();

export function onRouteChange(listener: (path: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceRouteChange(path: string): void {
  for (const listener of listeners) listener(path);
}
