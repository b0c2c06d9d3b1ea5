// Who else has the page open to write on it: asked when it opens and every twenty seconds while somebody looks at it.
import { useEffect, useState } from 'react';
import { CONTENT_CALLS, type PageColleague } from '../../../../api/content-calls.ts';
import { send } from '../../../../api/requests.ts';

const EVERY_MS = 20_000;

export function useColleagues(id: string): readonly PageColleague[] {
  const [found, setFound] = useState<readonly PageColleague[]>([]);
  useEffect(() => {
    let isGone = false;
    function ask() {
      if (document.visibilityState !== 'visible') return;
      send(CONTENT_CALLS.notePagePresence, { id, body: {} }).then(
        ({ items }) => {
          if (!isGone) setFound(items);
        },
        // A failure is ignored: a conflict of versions is detected on saving.
        () => undefined,
      );
    }
    const leave = () => {
      send(CONTENT_CALLS.notePagePresence, { id, body: { isLeaving: true } }).catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    addEventListener('pagehide', leave);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [id]);
  return found;
}
