// The service worker (src/service-worker.ts), seen from a page. It may be absent: switched off, a page without TLS, a private
// window, no connection. Then nothing is stored and nothing is pushed.
import type { WorkerMessage } from '../../worker/messages.ts';
import { appName, centre } from '../centre/centre.ts';
import { language } from '../locale/language.ts';
import { formatPhone } from '../locale/phone.ts';

// Not there on a page without TLS, or where somebody browses in private.
export const workerContainer = (): ServiceWorkerContainer | undefined =>
  (navigator as Partial<Navigator>).serviceWorker;

/** Registers it and says whose site this is. Null where there is none to be had. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  const container = workerContainer();
  if (!container) return null;
  try {
    await container.register('/service-worker.js');
  } catch {
    return null;
  }
  const registration = await container.ready;
  describeSite(registration);
  return registration;
}

function describeSite({ active }: ServiceWorkerRegistration): void {
  const phone = centre.peek()?.phoneNumber || null;
  const message: WorkerMessage = {
    site: {
      name: appName.peek(),
      phone,
      phoneText: phone === null ? null : formatPhone(phone),
      language: language.peek(),
      shape: document.documentElement.dataset.shape ?? 'rounded',
    },
  };
  active?.postMessage(message);
}

/** Tells the worker if there is one; never registers it. */
export function tellWorker(message: WorkerMessage): void {
  workerContainer()?.controller?.postMessage(message);
}
