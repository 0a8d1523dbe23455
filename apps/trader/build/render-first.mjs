// `node render-first.mjs <program> <address…>`: renders the first pages in all languages and prints them as JSON. Screens
// read a few globals of browsers while they render; these have what a first visit on a phone finds.
import { pathToFileURL } from 'node:url';

const nothing = () => undefined;
const storage = { getItem: () => null, setItem: nothing, removeItem: nothing };
const globals = {
  localStorage: storage,
  sessionStorage: storage,
  location: {
    hash: '',
    pathname: '/',
    search: '',
    href: 'http://localhost/',
    origin: 'http://localhost',
    protocol: 'http:',
  },
  history: { state: null, replaceState: nothing },
  matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  addEventListener: nothing,
  removeEventListener: nothing,
  // No time passes: pages that a slow build renders late would show a lost connection.
  setTimeout: nothing,
  WebSocket: class {
    addEventListener() {}
    close() {}
  },
  navigator: { language: '', languages: [], onLine: true, userAgent: '' },
  document: {
    title: '',
    documentElement: { dataset: {} },
    querySelector: () => null,
    visibilityState: 'visible',
    // The device has stored no language, and nothing is kept between two pages.
    get cookie() {
      return '';
    },
    set cookie(_kept) {},
  },
};
globals.document.defaultView = globalThis;
Object.defineProperty(globals.navigator, 'language', { value: '', configurable: true, writable: true });
for (const [name, value] of Object.entries({ ...globals, window: globalThis }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const [program, ...addresses] = process.argv.slice(2);
const { renderFirstPages } = await import(pathToFileURL(program).href);
const all = await renderFirstPages(addresses);
process.stdout.write(JSON.stringify(all), () => process.exit());
