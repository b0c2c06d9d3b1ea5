// The page that a browser shows where it cannot reach the site. Pure: the service worker says what is stored.
import en from './offline-page.en.json';
import nl from './offline-page.nl.json';

export type WorkerLanguage = 'nl' | 'en';

/** What the worker knows of the site; nothing of it is personal. */
export interface SiteDetails {
  name: string;
  phone: string | null;
  /** As it is read; `phone` is what is dialled. */
  phoneText: string | null;
  language: WorkerLanguage;
  shape: string;
}

export interface OfflineLink {
  path: string;
  title: string;
}

export interface OfflinePageContent {
  site: SiteDetails | null;
  language: WorkerLanguage;
  /** The browser says that it has a connection: then the fault can be ours. */
  isOnline: boolean;
  /** Pages that open without a connection. */
  pages: readonly OfflineLink[];
  /** Titles of the vacancies that somebody saved. */
  saved: readonly string[];
  /** Of the only script and style sheet in the page. */
  nonce: string;
}

const WORDS = { nl, en };

export const wordsIn = (language: WorkerLanguage) => WORDS[language];

/** `/en/vacancies` is English; without a prefix it is what the reader chose last. */
export function languageOf(pathname: string, site: SiteDetails | null): WorkerLanguage {
  if (/^\/en(?:\/|$)/.test(pathname)) return 'en';
  return site?.language === 'en' ? 'en' : 'nl';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export const offlinePolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self'; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The colours of the centre are in /theme.css; what stands behind a comma holds until that was stored. */
const STYLES = `
:root{color-scheme:light;--back:var(--v-muted-50,#f9f6f2);--surface:#fff;--text:var(--v-primary-950,#061716);
--soft:var(--v-muted-700,#5b554c);--line:var(--v-secondary-100,#f2ede6);--link:var(--v-primary-700,#056361);
--on-link:#fff;--arch:var(--v-tertiary-100,#fee9dd);--on-arch:var(--v-tertiary-800,#5c2900);
--focus:var(--v-primary-600,#057c79);--radius:12px;--door:999px 999px 0 0}
[data-shape="straight"]{--radius:0;--door:0}
[data-theme="dark"]{color-scheme:dark;--back:var(--v-muted-950,#151311);--surface:var(--v-muted-900,#262421);
--text:var(--v-primary-50,#ecfaf9);--soft:var(--v-muted-300,#c9c3bb);--line:var(--v-secondary-800,#423727);
--link:var(--v-primary-300,#92d2cf);--on-link:var(--v-primary-950,#061716);--arch:var(--v-tertiary-900,#371d0d);
--on-arch:var(--v-tertiary-200,#fed2b8);--focus:var(--v-primary-200,#bee6e3)}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:var(--back);color:var(--text);
font:1.0625rem/1.55 var(--v-font-sans,system-ui,sans-serif)}
main{display:flex;flex-direction:column;align-items:center;gap:16px;min-height:100vh;max-width:492px;margin:0 auto;
padding:32px 16px;text-align:center;overflow-wrap:anywhere}
.site{display:flex;align-items:center;gap:12px;max-width:190px;margin-bottom:12px;color:inherit;font-weight:700;
line-height:1.25;text-align:left}
.site img{width:44px;height:44px;flex:none}
.arch{display:grid;place-items:end center;width:84px;height:96px;padding-bottom:24px;border-radius:var(--door);
background:var(--arch);color:var(--on-arch)}
.icon{width:40px;height:40px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
h1{font:700 1.75rem/1.2 var(--v-font-heading,system-ui,sans-serif);letter-spacing:-.02em}
p{max-width:46ch;color:var(--soft)}
button{min-height:52px;padding:8px 24px;border:0;border-radius:var(--radius);background:var(--link);
color:var(--on-link);font:inherit;font-weight:600;cursor:pointer}
section{width:100%;text-align:left}
h2{margin:16px 0 8px;font:700 1.125rem/1.3 var(--v-font-heading,system-ui,sans-serif)}
ul{display:grid;gap:8px;padding:0;list-style:none}
li>a,li>span{display:flex;align-items:center;min-height:56px;padding:8px 16px;border:1px solid var(--line);
border-radius:var(--radius);background:var(--surface);color:var(--text);font-weight:600;line-height:1.3}
li>a{color:var(--link)}
a{color:var(--link);text-underline-offset:.18em}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
`;

/** Tries by itself when the browser is connected again, and now and then where it does not notice that. */
const SCRIPT = `
(() => {
  const again = () => location.reload();
  document.querySelector('button').addEventListener('click', again);
  addEventListener('online', again);
  setInterval(() => {
    if (document.visibilityState === 'hidden') return;
    fetch('/health/live', { cache: 'no-store' }).then((answer) => { if (answer.ok) again(); }, () => undefined);
  }, 10000);
})();
`;

const ICON =
  '<svg class="icon" viewBox="0 0 24 24"><path d="M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 ' +
  '12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20"/></svg>';

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `<section><h2>${escapeHtml(title)}</h2><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul></section>`;

export function offlinePage(content: OfflinePageContent): string {
  const { site, language, isOnline, pages, saved, nonce } = content;
  const words = wordsIn(language);
  const { title, text } = isOnline ? words.unreachable : words.offline;
  const name = site?.name ?? '';
  const links = pages.map(({ path, title }) => `<a href="${escapeHtml(path)}">${escapeHtml(title)}</a>`);
  const call =
    site?.phone && site.phoneText
      ? `<p>${escapeHtml(words.urgent)} <a href="tel:${escapeHtml(site.phone)}">${escapeHtml(site.phoneText)}</a></p>`
      : '';
  return `<!doctype html>
<html lang="${language}" data-shape="${escapeHtml(site?.shape ?? 'rounded')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name === '' ? title : `${title} - ${name}`)}</title>
<script src="/colour-mode.js"></script>
<link rel="stylesheet" href="/theme.css">
<style nonce="${nonce}">${STYLES}</style>
</head>
<body>
<main>
${name === '' ? '' : `<p class="site"><img src="/icons/192.png" alt="">${escapeHtml(name)}</p>`}
<span class="arch" aria-hidden="true">${ICON}</span>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<button type="button">${escapeHtml(words.retry)}</button>
${section(words.pages, links)}
${section(
  words.saved,
  saved.map((each) => `<span>${escapeHtml(each)}</span>`),
)}
${call}
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}
