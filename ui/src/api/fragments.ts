// The server's HTML of a public page, for screens that show it (lib/server-page). The same for everybody: no session is sent.
import { get } from './client.ts';

export async function readFragment<Page>(address: string, signal: AbortSignal): Promise<Page> {
  const { document } = await get(address, { signal, anonymous: true });
  return document as unknown as Page;
}
