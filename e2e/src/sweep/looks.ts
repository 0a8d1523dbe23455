import type { Page } from 'playwright-core';
import { accessibilityFindings } from '../support/axe.ts';
import type { Flaw } from './finding.ts';
import './program.ts';

/** A window size and colour scheme in which a screen is inspected. */
export interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly scheme: 'light' | 'dark';
}

export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 800 };

/** Polling interval of a screen that has not settled. Polling on every frame would make the browser draw each. */
export const POLL_MS = 50;

/** Consecutive looks differ in one property, so that little is rendered again. */
export const LOOKS: readonly Look[] = [
  { name: 'phone, light', size: PHONE, scheme: 'light' },
  { name: 'phone, dark', size: PHONE, scheme: 'dark' },
  { name: 'wide, dark', size: WIDE, scheme: 'dark' },
  { name: 'wide, light', size: WIDE, scheme: 'light' },
];

/** The state that axe inspected, as the page reports it. */
export interface Sight {
  readonly route: string;
  readonly direction: string;
  readonly wide: boolean;
  readonly background: string;
}

/** Rules for a page of one language: the looks in which axe runs all rules. In the others it only checks contrast. */
export interface AxePlan {
  readonly thorough: (look: Look) => boolean;
  readonly seen?: (sight: Sight) => void;
}

/** Inspects the current page in every look, and returns it to the first one. */
export async function axeFlaws(page: Page, { thorough, seen }: AxePlan): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  let scheme: string | undefined;
  for (const look of LOOKS) {
    await take(page, look, scheme);
    ({ scheme } = look);
    seen?.(await sightOf(page));
    const found = await accessibilityFindings(page, !thorough(look));
    flaws.push(...found.map((detail) => ({ kind: 'access' as const, selector: look.name, text: '', detail })));
  }
  const [first] = LOOKS;
  if (first !== undefined) await take(page, first, scheme);
  return flaws;
}

/** Sets only the properties that differ, because each makes the browser draw the whole page again. */
async function take(page: Page, { size, scheme }: Look, before: string | undefined): Promise<void> {
  if (scheme !== before) await page.emulateMedia({ colorScheme: scheme });
  const now = page.viewportSize();
  if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
  // The page gets its new size with the next frame.
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
  await page.waitForFunction(() => sweep.isSettled(), undefined, { polling: POLL_MS });
}

function sightOf(page: Page): Promise<Sight> {
  return page.evaluate(() => ({
    route: location.hash.slice(1).split('?')[0] ?? '',
    direction: document.documentElement.dir,
    wide: innerWidth >= 1024,
    background: getComputedStyle(document.documentElement).backgroundColor,
  }));
}
