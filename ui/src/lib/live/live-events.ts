// What the server says while the app is open, for whoever listens. Where it comes from: live.ts.

export type LiveEvent =
  | { type: 'counters'; data: { notifications: number; conversations: number } }
  | { type: 'message'; data: { conversationId: string; messageId: string } }
  | { type: 'notification'; data: { id: string; kind: string } }
  | { type: 'typing'; data: { conversationId: string; side: string; name: string } }
  | { type: 'conversation'; data: { conversationId: string } }
  | { type: 'theme'; data: object }
  /** The connection is there again: something may have been missed. */
  | { type: 'resumed'; data: object };

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceLive(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}
