// The page that the server wrote and the browser shows already: the app takes it over as it is.
import { addressOf, FRAGMENT, offerDocuments } from '../../api/client.ts';

/** What stands in the `<main>` of a page, and what the head says of it. */
export interface ServerPage {
  /** Where it stands, with the prefix of its language: another path than that of the address where it moved. */
  path: string;
  title: string;
  description: string;
  /** By the server's own templates, which escape what people wrote. */
  html: string;
}

/** Where the app asks for the page of an address: `/nieuws?page=2` is `/nieuws/_fragment.json?page=2`. */
export function fragmentAddress(pathname: string, search: string): string {
  return addressOf(`${pathname.replace(/\/$/, '')}${FRAGMENT}${search}`);
}

/** Without what the first data says of it the page is the app's own. */
export function offerFirstPage(told: unknown, page: Document): void {
  const html = page.getElementById('content')?.innerHTML.trim();
  if (typeof told !== 'object' || told === null || html === undefined) return;
  const address = fragmentAddress(location.pathname, location.search);
  offerDocuments({ [address]: { ...told, html } satisfies Partial<ServerPage> });
}
