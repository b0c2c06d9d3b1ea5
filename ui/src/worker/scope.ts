// What a service worker hears and can do. TypeScript's types of a worker do not go together with those of a page.

export interface WorkerEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void;
}
export interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
export interface MessageFromPage extends WorkerEvent {
  data: unknown;
}
export interface PushEvent extends WorkerEvent {
  data: { text: () => string } | null;
}
export interface NotificationEvent extends WorkerEvent {
  notification: Notification;
}
export interface SubscriptionChangeEvent extends WorkerEvent {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/** A tab of the site. */
export interface WindowClient {
  url: string;
  focused: boolean;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<unknown>;
}

interface EventsOfWorker {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: MessageFromPage;
  push: PushEvent;
  notificationclick: NotificationEvent;
  pushsubscriptionchange: SubscriptionChangeEvent;
}

interface WorkerScope {
  addEventListener<K extends keyof EventsOfWorker>(
    type: K,
    listener: (event: EventsOfWorker[K]) => void,
  ): void;
  skipWaiting: () => Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowClient[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  location: Location;
}

export const worker = self as unknown as WorkerScope;
