// Writing to the people who are chosen in a list: one is written to in a conversation, more of them at once in a dialog.
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { impersonation } from '../../lib/session/session.ts';
import { startHref } from './start-href.ts';
import type { Many } from './write-many-dialog.tsx';

const WriteManyDialog = lazy(async () => ({
  default: (await import('./write-many-dialog.tsx')).WriteManyDialog,
}));

interface WriteMany {
  /** Nobody writes as somebody else. */
  mayWrite: boolean;
  write: (many: Many) => void;
  dialog: ReactNode;
}

export function useWriteMany(onSent: () => void): WriteMany {
  const [many, setMany] = useState<Many | null>(null);

  function write(asked: Many) {
    const [first, ...others] = asked.people;
    if (first === undefined) return;
    if (others.length > 0) setMany(asked);
    else navigateTo(startHref({ type: 'users', id: first.id }, asked.about));
  }

  return {
    mayWrite: impersonation.value === null,
    write,
    dialog:
      many === null ? null : (
        <Suspense fallback={null}>
          <WriteManyDialog many={many} onClose={() => setMany(null)} onSent={onSent} />
        </Suspense>
      ),
  };
}
