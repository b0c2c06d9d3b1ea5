// What pages of the site say to the service worker.
import type { SiteDetails } from './offline-page.ts';

/** A page that opens without a connection, with what it is made of. */
export interface KeepRequest {
  /** Its path, without what stands behind the question mark. */
  page: string;
  /** What stands behind it when it is opened again. */
  search: string;
  title: string;
  /** The first file of the app that runs: a page of another build needs other files. */
  entry: string;
  /** Paths of the files that it uses. */
  files: readonly string[];
}

/** How the worker registers a renewed subscription in the name of who is signed in. */
export interface PushAccount {
  /** Of a call of the app. The token is in a cookie that no script can read. */
  headers: Readonly<Record<string, string>>;
  /** What the device is called. */
  label: string;
}

export type WorkerMessage =
  | KeepRequest
  | { site: SiteDetails }
  | { saved: readonly string[] }
  | { pushAccount: PushAccount };
