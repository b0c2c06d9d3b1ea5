// What of the theme lives outside css: the shape, the favicon, and a fresh /theme.css after a change.
import { effect } from '@preact/signals-react';
import { centreProfile, theme } from './centre.ts';

function setIcon(href: string): void {
  let link = document.head.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) {
    link = document.createElement('link');
    link.rel = 'icon';
    document.head.append(link);
  }
  if (link.getAttribute('href') !== href) link.href = href;
}

/** Custom variables count only when both name and value are there. */
export function usableVariables(
  variables: Readonly<Record<string, string>> | null | undefined,
): [string, string][] {
  return Object.entries(variables ?? {}).filter(
    ([name, value]) => name.trim() !== '' && typeof value === 'string' && value.trim() !== '',
  );
}

/** Applied at once, and again whenever the theme or the profile changes. */
export function followTheme(root: HTMLElement = document.documentElement): () => void {
  let isFirst = true;
  return effect(() => {
    const now = theme.value;
    const icon = centreProfile.value?.faviconUrl || centreProfile.value?.websiteLogoUrl;
    if (icon) setIcon(icon);
    if (!now) return;
    root.dataset.shape = now.defaultShape;
    if (!isFirst) refreshThemeSheet();
    isFirst = false;
  });
}

function refreshThemeSheet(): void {
  const sheet = document.head.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href*="/theme.css"]');
  if (sheet) sheet.href = `/theme.css?v=${Date.now()}`;
}
