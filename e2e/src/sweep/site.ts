import type { BrowserContext, Page } from 'playwright-core';

/** One of our pages, as far as a sweep has to know how it differs from the others. */
export interface Site {
  /** Where it is, below the server's address. */
  readonly path: string;
  /** A screen that everybody may see, to come from. */
  readonly elsewhere: string;
  /** Who looks before anybody has signed in. */
  readonly first: string;
  /** The areas of the catalogues whose texts it shows. */
  readonly speaks: (area: string) => boolean;
  /** Makes it speak a language, before it is opened. */
  readonly speak: (context: BrowserContext, url: string, language: string) => Promise<void>;
  /** Whether it has to be opened anew to be somebody else's. */
  readonly opensAnew: boolean;
  /** Makes the open page somebody's; returns what they know of themselves, which it may show. */
  readonly become: (page: Page, viewer: string) => Promise<unknown>;
  /** What stands in an address for a name such as `:user`. */
  readonly places: Readonly<Record<string, string>>;
}
