// Who is typing an answer in a conversation now.
import { useEffect, useState } from 'react';
import { onLive } from '../../lib/live/live-events.ts';

const SHOWN_MS = 5000;

export function useTyping(id: string): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onLive((event) => {
      if (event.type !== 'typing' && event.type !== 'message') return;
      if (event.data.conversationId !== id) return;
      clearTimeout(timer);
      // What was being typed has arrived.
      if (event.type === 'message') return setName(null);
      setName(event.data.name);
      timer = setTimeout(() => setName(null), SHOWN_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [id]);
  return name;
}
