// A row of tools is one stop of the Tab key; arrows, Home and End go along it.
import type { KeyboardEvent } from 'react';

const TOOLS = 'button:not([hidden]), a[href]';

export function handleToolbarKey(event: KeyboardEvent<HTMLElement>): void {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>(TOOLS)].filter(
    (tool) => tool.offsetParent !== null && !tool.closest('[role="menu"]'),
  );
  const at = tools.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  const next = {
    ArrowRight: tools[(at + 1) % tools.length],
    ArrowLeft: tools.at(at - 1),
    Home: tools[0],
    End: tools.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  for (const tool of tools) tool.tabIndex = tool === next ? 0 : -1;
  next.focus();
}
