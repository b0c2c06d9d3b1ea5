// What moved to the site of another centre, or went up in something else: the api answers with where it is now.
import { ApiError } from '../../api/client.ts';
import { navigateTo } from './navigation.ts';

interface MovedTo {
  id: string;
  origin: string;
}

function movedTo(thrown: unknown): MovedTo | null {
  if (!(thrown instanceof ApiError) || thrown.statusCode !== 410) return null;
  const found = thrown.errors.map(({ meta }) => (meta as { moved_to?: MovedTo } | undefined)?.moved_to);
  return found.find((each) => each && /^https?:\/\//.test(each.origin)) ?? null;
}

/** Goes to the page of what stands in its place; false when nothing does. */
export function followMove(thrown: unknown, pathOf: (id: string) => string): boolean {
  const moved = movedTo(thrown);
  if (moved === null) return false;
  const path = pathOf(encodeURIComponent(moved.id));
  if (moved.origin === location.origin) navigateTo(path, { replace: true });
  else location.replace(moved.origin + path);
  return true;
}
