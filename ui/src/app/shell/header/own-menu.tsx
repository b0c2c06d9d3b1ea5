// The menus that a centre made itself: in the bar at the top, in the sheet of a phone, and in the footer.
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { appName, centreMeta, type SiteMenuEntry } from '../../../lib/centre/centre.ts';
import { language } from '../../../lib/locale/language.ts';
import type { MenuLink } from '../../menu-entries.ts';
import { offersIn } from '../../menu-entries.ts';
import { PUBLIC_ROUTES } from '../../routes-public.ts';
import { MenuLinks } from './toolbar.tsx';
import './own-menu.css';

export interface OwnLink {
  label: string;
  href: string;
}

export interface OwnEntry {
  label: string;
  href?: string | undefined;
  entries: readonly OwnLink[];
}

/** In the language of the reader. An entry with a submenu is repeated as the first entry of that submenu. */
export function ownEntries(menu: readonly SiteMenuEntry[], isEnglish: boolean): OwnEntry[] {
  const link = ({
    name,
    nameEn,
    path,
    pathEn,
  }: Pick<SiteMenuEntry, 'name' | 'nameEn' | 'path' | 'pathEn'>) => ({
    label: isEnglish ? nameEn : name,
    href: (isEnglish ? pathEn : null) ?? path ?? undefined,
  });
  return menu.map((entry) => {
    const own = link(entry);
    const below = entry.entries.map((each) => ({ ...link(each), href: link(each).href ?? '/' }));
    if (below.length === 0) return { ...own, entries: [] };
    const { label, href } = own;
    return { label, entries: href === undefined ? below : [{ label, href }, ...below] };
  });
}

const isAt = (href: string, path: string): boolean =>
  path === href || (href !== '/' && path.startsWith(`${href}/`));

// biome-ignore lint/style/noDefaultExport: as lazy() wants it; the first view has no room for more.
export default function OwnMenu({ entries }: { entries?: readonly MenuLink[] }) {
  return entries ? <OwnMenuLinks entries={entries} /> : <OwnFooterMenu />;
}

/** What was opened in the server's page before the app took its place: it stays open. */
const openedBefore = (): string[] =>
  performance.getEntriesByName('app').length > 0
    ? []
    : [...document.querySelectorAll('details.menu-more[open] > summary')].map(
        ({ textContent }) => textContent,
      );

/** In the place of what everybody has; what is the reader's own work stays behind it. */
function OwnMenuLinks({ entries }: { entries: readonly MenuLink[] }) {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const [opened] = useState(openedBefore);
  useClosing(list, pathname);
  const open = offersIn('main', PUBLIC_ROUTES).map(({ path }) => path);
  const rest = entries.filter(({ path }) => !open.includes(path));
  return (
    <>
      <ul ref={list}>
        {ownEntries(centreMeta.value.menus.header, language.value === 'en').map((entry) => (
          <li key={entry.label + entry.href}>
            {entry.entries.length > 0 ? (
              <details className="menu-more" open={opened.includes(entry.label)}>
                <summary className="menu-tab">{entry.label}</summary>
                <ul>
                  {entry.entries.map(({ label, href }) => (
                    <li key={label + href}>
                      <OwnLinkTo label={label} href={href} path={pathname} />
                    </li>
                  ))}
                </ul>
              </details>
            ) : (
              <OwnLinkTo label={entry.label} href={entry.href ?? '/'} path={pathname} />
            )}
          </li>
        ))}
      </ul>
      {rest.length > 0 ? <MenuLinks entries={rest} /> : null}
    </>
  );
}

function OwnLinkTo({ label, href, path }: OwnLink & { path: string }) {
  return (
    <AppLink className="menu-tab" href={href} aria-current={isAt(href, path) ? 'page' : undefined}>
      {label}
    </AppLink>
  );
}

/** What hangs open closes with another page, a press elsewhere, or Escape. */
function useClosing(list: React.RefObject<HTMLUListElement | null>, path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    const opened = () => [...(list.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])];
    if (shown.current !== path) for (const each of opened()) each.open = false;
    shown.current = path;
    const handlePress = (event: PointerEvent) => {
      for (const each of opened()) if (!each.contains(event.target as Node)) each.open = false;
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      for (const each of opened()) {
        each.open = false;
        each.querySelector('summary')?.focus();
      }
    };
    document.addEventListener('pointerdown', handlePress);
    document.addEventListener('keydown', handleKey);
    return () => {
      document.removeEventListener('pointerdown', handlePress);
      document.removeEventListener('keydown', handleKey);
    };
  }, [list, path]);
}

function OwnFooterMenu() {
  const { pathname } = useLocation();
  return (
    <nav className="footer-menu footer-columns" aria-label={appName.value}>
      {ownEntries(centreMeta.value.menus.footer, language.value === 'en').map(({ label, href, entries }) => (
        <div key={label + href}>
          {entries.length > 0 ? (
            <>
              <h2>{label}</h2>
              <ul>
                {entries.map((each) => (
                  <li key={each.label + each.href}>
                    <AppLink href={each.href} aria-current={isAt(each.href, pathname) ? 'page' : undefined}>
                      {each.label}
                    </AppLink>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <AppLink href={href ?? '/'} aria-current={isAt(href ?? '/', pathname) ? 'page' : undefined}>
              {label}
            </AppLink>
          )}
        </div>
      ))}
    </nav>
  );
}
