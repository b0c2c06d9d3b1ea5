// Server-sent events out of the body of an answer, as the HTML standard reads them: fields by line, an empty line ends one.

export interface StreamEvent {
  type: string;
  data: string;
  /** Of the last event that had one. */
  lastId: string;
}

export interface StreamListeners {
  onEvent: (event: StreamEvent) => void;
  /** Something came, be it a comment that only says that the connection is there. */
  onAlive?: () => void;
  /** How long the server wants to be left alone after the connection is lost, in milliseconds. */
  onRetry?: (milliseconds: number) => void;
}

/** Ends with the stream; throws what ended it otherwise. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onEvent, onAlive, onRetry }: StreamListeners,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let lastId = '';
  let type = '';
  let data: string[] = [];

  function take(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ type: type || 'message', data: data.join('\n'), lastId });
      type = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) lastId = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
  }

  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onAlive?.();
    rest += decoder.decode(value, { stream: true });
    // A carriage return at the end may be half of a line end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
}
