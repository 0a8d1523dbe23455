import { pathOf, readMessage, readPush, strategyOf } from './files.ts';
import type { WorkerScope } from './scope.ts';

/** Injected by the build: its name (a hash), the files needed to start offline, and all of its files. */
declare const __BUILD__: { readonly name: string; readonly start: readonly string[]; readonly all: readonly string[] };

const BUILD = __BUILD__;
const worker = globalThis as unknown as WorkerScope;
const PREFIX = 'fairlot-';
const CACHE = PREFIX + BUILD.name;
/** Cached bodies are decompressed, so `Vary: Accept-Encoding` does not matter. */
const ANY_ENCODING = { ignoreVary: true };
/** After this time without an answer, the cached page is shown. */
const TIMEOUT_MS = 4_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const strategy = strategyOf(
    new URL(request.url),
    worker.location.origin,
    request.method,
    request.mode === 'navigate',
  );
  if (strategy === 'page') event.respondWith(page(request));
  else if (strategy === 'built') event.respondWith(built(request));
  else if (strategy === 'picture') event.respondWith(picture(request, (work) => event.waitUntil(work)));
});
worker.addEventListener('message', (event) => {
  const message = readMessage(event.data);
  if (message?.type === 'take-over') event.waitUntil(worker.skipWaiting());
  else if (message?.type === 'keep') event.waitUntil(cacheLoaded(message.urls));
});
worker.addEventListener('push', (event) => event.waitUntil(show(event.data)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { data } = event.notification;
  event.waitUntil(
    openPath(pathOf(typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined)),
  );
});

/**
 * Caches all files needed to start offline. Fails as a whole if one is missing, so an incomplete build never activates.
 */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(BUILD.start.map((path) => new Request(path, { cache: path === '/' ? 'reload' : 'default' })));
}

/** Deletes old caches except the previous build's, which other windows may still be using. */
async function activate(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Network first: the server's newest page, or the cached one on a timeout, a network error or a 5xx. */
async function page(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match('/', ANY_ENCODING);
  if (kept === undefined) return fetch(request);
  try {
    // Fetches by URL, because a navigation request cannot be given an abort signal.
    const answer = await fetch(request.url, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-cache' });
    return answer.status < 500 ? answer : kept;
  } catch {
    return kept;
  }
}

/** Cache first: built files are named by their content hash and never change. */
async function built(request: Request): Promise<Response> {
  const kept = await caches.match(request, ANY_ENCODING);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok && BUILD.all.includes(new URL(request.url).pathname)) await store(request, answer.clone());
  return answer;
}

/** Stale while revalidate: answers from the cache and refreshes it in the background. */
async function picture(request: Request, inBackground: (work: Promise<unknown>) => void): Promise<Response> {
  const kept = await caches.match(request, ANY_ENCODING);
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok) await store(request, answer.clone());
    return answer;
  });
  if (kept === undefined) return fresh;
  inBackground(fresh.catch(() => undefined));
  return kept;
}

async function store(request: Request, answer: Response): Promise<void> {
  // A full disk only means a cache miss later.
  await (await caches.open(CACHE)).put(request, answer).catch(() => undefined);
}

/** Caches files that the page loaded before the worker was active, such as the texts of its language. */
async function cacheLoaded(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = urls.filter(
    (url) =>
      URL.canParse(url) &&
      ['built', 'picture'].includes(strategyOf(new URL(url), worker.location.origin, 'GET', false) ?? ''),
  );
  await Promise.allSettled(
    wanted.map(async (url) => {
      if ((await cache.match(url, ANY_ENCODING)) === undefined) await cache.add(url);
    }),
  );
}

async function show(data: { json(): unknown } | null): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // A focused page shows the alert itself.
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

async function openPath(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === '/');
  if (open === undefined) {
    await worker.clients.openWindow(`/#${path}`);
    return;
  }
  open.postMessage({ type: 'go', path }, []);
  await open.focus();
}
