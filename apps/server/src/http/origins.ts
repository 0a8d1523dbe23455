import type { IncomingHttpHeaders } from 'node:http';

/** Judges the page that a request comes from. */
export class Origins {
  readonly #listed: ReadonlySet<string>;

  /** `listed`: origins of the operator's pages, besides the server's own hosts. */
  constructor(listed: readonly string[]) {
    this.#listed = new Set(listed);
  }

  /** True for a page of the host that the request names, for a listed one, and for programs, which send no Origin. */
  isOwn({ origin, host }: IncomingHttpHeaders): boolean {
    if (origin === undefined || this.#listed.has(origin)) return true;
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
  }

  /** True when the browser says that another site's page has sent the request, and the page is not listed. */
  isForeign({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
    return site === 'cross-site' && (origin === undefined || !this.#listed.has(origin));
  }
}
