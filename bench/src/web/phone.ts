import type { BrowserContextOptions } from 'playwright-core';

/** The emulated phone of all measurements. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
