// What a push message shows. Its content is the server's; an empty or unreadable one still shows that there is news,
// because a browser ends the subscription of a site that shows nothing.
import { type SiteDetails, type WorkerLanguage, wordsIn } from './offline-page.ts';

/** Where somebody finds what came in. */
const NOTIFICATIONS = { nl: '/notificaties', en: '/en/notificaties' };

export interface ShownNotification {
  title: string;
  options: NotificationOptions & { renotify?: boolean; data: { url: string } };
}

const textIn = (value: unknown, longest: number): string =>
  typeof value === 'string' ? value.trim().slice(0, longest) : '';

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A path of this site; null for any other address. */
export function pathOnSite(url: string, origin: string): string | null {
  try {
    const found = new URL(url, origin);
    return found.origin === origin ? found.pathname + found.search + found.hash : null;
  } catch {
    return null;
  }
}

export function notificationOf(text: string, site: SiteDetails | null, origin: string): ShownNotification {
  const message = parsed(text);
  const language: WorkerLanguage =
    message.lang === 'nl' || message.lang === 'en' ? message.lang : (site?.language ?? 'nl');
  const tag = textIn(message.tag, 200);
  const url = textIn(message.url, 2000);
  return {
    title: textIn(message.title, 200) || site?.name || new URL(origin).host,
    options: {
      body: textIn(message.body, 500) || wordsIn(language).notification,
      lang: language,
      icon: '/icons/192.png',
      badge: '/img/badge.png',
      // One about the same subject takes the place of the one before, and is heard again.
      ...(tag === '' ? {} : { tag, renotify: true }),
      data: { url: (url !== '' && pathOnSite(url, origin)) || NOTIFICATIONS[language] },
    },
  };
}
