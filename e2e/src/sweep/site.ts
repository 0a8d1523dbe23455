import type { BrowserContext, Page } from 'playwright-core';

/** The properties of a page in which the pages differ for a sweep. */
export interface Site {
  /** Path of the page on the server. */
  readonly path: string;
  /** A public screen, from which other screens are opened. */
  readonly elsewhere: string;
  /** The viewer before any sign-in. */
  readonly first: string;
  /** Selects the areas of the catalogues whose texts the page shows. */
  readonly speaks: (area: string) => boolean;
  /** Sets the language before the page is opened. */
  readonly speak: (context: BrowserContext, url: string, language: string) => Promise<void>;
  /** True if the page must be reopened to change the user. */
  readonly opensAnew: boolean;
  /** Signs a viewer in on the open page. Returns the viewer's own data, which the page may show. */
  readonly become: (page: Page, viewer: string) => Promise<unknown>;
  /** Values of route parameters such as `:user`. */
  readonly places: Readonly<Record<string, string>>;
}
