// One application with its history, and the steps that may be taken.
import { signal } from '@preact/signals-react';
import { ApiError, get } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readList } from '../../api/jsonapi.ts';
import type { Application, Transition } from '../../api/resources.ts';
import { showError } from '../../lib/errors.ts';

export const INCLUDE = 'organization';

const applications = collection('applications');

export const application = signal<Application | null>(null);
export const history = signal<readonly Transition[]>([]);
/** It could not be loaded for want of a connection; any other failure has the whole screen. */
export const isOffline = signal(false);

let wanted = '';

async function readHistory(id: string): Promise<readonly Transition[]> {
  const { document } = await get(`/applications/${encodeURIComponent(id)}/history`);
  return readList<Transition>(document);
}

/** Does not throw: says what went wrong by itself. */
export async function loadApplication(id: string): Promise<void> {
  wanted = id;
  if (application.peek()?.id !== id) {
    application.value = null;
    history.value = [];
  }
  isOffline.value = false;
  try {
    const [found, steps] = await Promise.all([
      applications.read(id, { include: INCLUDE }),
      readHistory(id).catch(() => []),
    ]);
    if (wanted !== id) return;
    application.value = found;
    history.value = steps;
  } catch (cause) {
    if (wanted !== id) return;
    if (cause instanceof ApiError && cause.isOffline) isOffline.value = true;
    else showError(cause);
  }
}

/** The answer to a step names its organisation without telling of it. */
function withRelations(after: Application, before: Application): Application {
  return before.organization ? { ...after, organization: before.organization } : after;
}

export interface StepInput {
  event: string;
  reasonCode?: string | undefined;
  message?: string | undefined;
}

/** 'changed': it was no longer possible, and what is shown is now what is so. Other refusals are thrown. */
export async function takeStep(input: StepInput): Promise<'done' | 'changed'> {
  const before = application.peek();
  if (!before) return 'changed';
  if (input.event === 'contact') {
    // Nothing hangs on it and no mail goes out: it shows at once.
    application.value = { ...before, stage: 'in_contact', waitingDays: null, transitions: [] };
  }
  try {
    const after = await applications.act(before.id, 'transition', { data: { attributes: input } });
    if (after && wanted === before.id) {
      application.value = withRelations({ ...before, ...after }, before);
    }
    const steps = await readHistory(before.id).catch(() => null);
    if (steps && wanted === before.id) history.value = steps;
    return 'done';
  } catch (cause) {
    if (wanted === before.id) application.value = before;
    if (!(cause instanceof ApiError) || !cause.hasCode('invalid_transition')) throw cause;
    await loadApplication(before.id);
    return 'changed';
  }
}
