import { type Arrival, type EarlyTable, languageOf, own } from './early-files.ts';

/** A language that the first page may offer. */
export interface Offered {
  readonly code: string;
  readonly tag: string;
  readonly direction: string;
  /** The offer, in that language. */
  readonly text: string;
}

/**
 * Paints the page that a visitor is about to see, from the markup that the server has added to the start page. Nothing in
 * it works before the program has run, so it is inert; the program's first render replaces it. False where there is no
 * markup for this visit.
 */
export function paintFirstPage(table: EarlyTable, arrival: Arrival): boolean {
  const pages = document.getElementById('first');
  const root = document.getElementById('root');
  if (pages === null || root === null) return false;
  const { code, tag = '', direction = '' } = pages.dataset;
  const address = firstAddress(table, arrival);
  const template = [...pages.querySelectorAll('template')].find(({ dataset }) => dataset['address'] === address);
  if (code !== languageOf(table, arrival) || template === undefined) return false;
  const page = document.createElement('div');
  page.inert = true;
  page.ariaHidden = 'true';
  page.className = 'h-full';
  page.append(template.content);
  const offers = JSON.parse(pages.querySelector('script')?.textContent ?? '{}') as Readonly<Record<string, Offered>>;
  showOffer(page, arrival.cookie.includes('lang=') ? undefined : offeredTo(navigator.language, code, offers));
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
  document.documentElement.dataset['theme'] = themeOf(storedPreferences());
  root.replaceChildren(page);
  pages.remove();
  return true;
}

/** The address of the router that a visitor's page has. Private pages show the sign-in, which then says so. */
export function firstAddress({ guarded }: Pick<EarlyTable, 'guarded'>, { hash }: Pick<Arrival, 'hash'>): string {
  const address = hash.slice(1);
  const [path = ''] = address.split('?');
  return guarded.includes(path) || address.startsWith('/login?from=') ? '/login?from=' : address === '' ? '/' : address;
}

/** The language that is offered to visitors of a browser who have chosen none; undefined for that of the page. */
export function offeredTo(
  browser: string,
  code: string,
  offers: Readonly<Record<string, Offered>>,
): Offered | undefined {
  const offered = own(offers, browser.split('-')[0] ?? '');
  return offered?.code === code ? undefined : offered;
}

/** The theme that the program will apply, by the stored preferences. */
export function themeOf(preferences: string): 'dark' | 'light' {
  const chosen = /"theme":"(dark|light)"/.exec(preferences)?.[1];
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function storedPreferences(): string {
  try {
    return localStorage.getItem('fairlot.preferences') ?? '';
  } catch {
    return '';
  }
}

/** Puts an offer into the line that is there for one, or removes the line. */
function showOffer(page: HTMLElement, offered: Offered | undefined): void {
  const line = page.querySelector<HTMLElement>('[data-offer]');
  const text = line?.querySelector('button > span');
  if (line === null || text === null || text === undefined) return;
  if (offered === undefined) {
    line.remove();
    return;
  }
  line.lang = offered.tag;
  line.dir = offered.direction;
  text.textContent = offered.text;
}
