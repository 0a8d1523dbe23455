import { pathOf, readMessage, readPush, wayOf } from './files.ts';
import type { WorkerScope } from './scope.ts';

/** Written by the build: its name, the files that a start without a network needs, and all of its files. */
declare const __BUILD__: { readonly name: string; readonly start: readonly string[]; readonly all: readonly string[] };

const BUILD = __BUILD__;
const worker = globalThis as unknown as WorkerScope;
const PREFIX = 'fairlot-';
const CACHE = PREFIX + BUILD.name;
/** Files are kept unpacked, so how they were packed is no difference. */
const ANY_ENCODING = { ignoreVary: true };
/** Without an answer by then, the page of the last visit is better than a white screen. */
const PATIENCE_MS = 4_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const way = wayOf(new URL(request.url), worker.location.origin, request.method, request.mode === 'navigate');
  if (way === 'page') event.respondWith(page(request));
  else if (way === 'built') event.respondWith(built(request));
  else if (way === 'picture') event.respondWith(picture(request, (work) => event.waitUntil(work)));
});
worker.addEventListener('message', (event) => {
  const message = readMessage(event.data);
  if (message?.type === 'take-over') event.waitUntil(worker.skipWaiting());
  else if (message?.type === 'keep') event.waitUntil(keep(message.urls));
});
worker.addEventListener('push', (event) => event.waitUntil(show(event.data)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { data } = event.notification;
  event.waitUntil(lead(pathOf(typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined)));
});

/** All or nothing: a build is only taken over when it can start without a network. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(BUILD.start.map((path) => new Request(path, { cache: path === '/' ? 'reload' : 'default' })));
}

/** Pages of the build before may still be open in other windows, so its files stay for one more build. */
async function activate(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The newest page that the server has; the kept one where it gives none. */
async function page(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match('/', ANY_ENCODING);
  if (kept === undefined) return fetch(request);
  try {
    // By its address: a navigation itself cannot be given a limit.
    const answer = await fetch(request.url, { signal: AbortSignal.timeout(PATIENCE_MS), cache: 'no-cache' });
    return answer.status < 500 ? answer : kept;
  } catch {
    return kept;
  }
}

/** Files of a build are named by their content: what is kept is right for good. */
async function built(request: Request): Promise<Response> {
  const kept = await caches.match(request, ANY_ENCODING);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok && BUILD.all.includes(new URL(request.url).pathname)) await store(request, answer.clone());
  return answer;
}

/** Shown from what is kept, and looked for again beside it. */
async function picture(request: Request, beside: (work: Promise<unknown>) => void): Promise<Response> {
  const kept = await caches.match(request, ANY_ENCODING);
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok) await store(request, answer.clone());
    return answer;
  });
  if (kept === undefined) return fresh;
  beside(fresh.catch(() => undefined));
  return kept;
}

async function store(request: Request, answer: Response): Promise<void> {
  // A full disk keeps less, and the page does not mind.
  await (await caches.open(CACHE)).put(request, answer).catch(() => undefined);
}

/** What a page loaded before there was a worker, such as the texts of its language. */
async function keep(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = urls.filter(
    (url) =>
      URL.canParse(url) &&
      ['built', 'picture'].includes(wayOf(new URL(url), worker.location.origin, 'GET', false) ?? ''),
  );
  await Promise.allSettled(
    wanted.map(async (url) => {
      if ((await cache.match(url, ANY_ENCODING)) === undefined) await cache.add(url);
    }),
  );
}

async function show(data: { json(): unknown } | null): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Whoever looks at the page is told by the page.
  if (pages.some(({ focused }) => focused)) return;
  let given: unknown;
  try {
    given = data?.json();
  } catch {
    given = undefined;
  }
  const { title, options } = readPush(given);
  await worker.registration.showNotification(title, options);
}

async function lead(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === '/');
  if (open === undefined) {
    await worker.clients.openWindow(`/#${path}`);
    return;
  }
  open.postMessage({ type: 'go', path }, []);
  await open.focus();
}
