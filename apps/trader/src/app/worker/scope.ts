/**
 * The part of the service worker API that `service-worker.ts` uses. TypeScript's `webworker` library conflicts with
 * `dom` in one program.
 */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface PushEvent extends Extendable {
  readonly data: { json(): unknown } | null;
}

interface NotificationEvent extends Extendable {
  readonly notification: Notification & { readonly data: unknown };
}

/** A window of the page (a `WindowClient`). */
export interface Page {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<Page>;
  postMessage(message: unknown, transfer: readonly unknown[]): void;
}

interface Events {
  install: Extendable;
  activate: Extendable;
  fetch: FetchEvent;
  message: Extendable & { readonly data: unknown };
  push: PushEvent;
  notificationclick: NotificationEvent;
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<Page | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}
