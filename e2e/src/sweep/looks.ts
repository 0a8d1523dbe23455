import type { Page } from 'playwright-core';
import { accessibilityFindings } from '../support/axe.ts';
import type { Flaw } from './finding.ts';
import './program.ts';

/** A size and a scheme of colours that a screen is looked at in. */
export interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly scheme: 'light' | 'dark';
}

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

/** Neighbours differ in one thing, so that little is drawn anew. */
export const LOOKS: readonly Look[] = [
  { name: 'phone, light', size: PHONE, scheme: 'light' },
  { name: 'phone, dark', size: PHONE, scheme: 'dark' },
  { name: 'desk, dark', size: DESK, scheme: 'dark' },
  { name: 'desk, light', size: DESK, scheme: 'light' },
];

/** What was in front of axe, told by the page itself. */
export interface Sight {
  readonly route: string;
  readonly direction: string;
  readonly wide: boolean;
  readonly background: string;
}

/** What a page of one language is judged by: in which looks all rules of axe are asked; in the others its colours alone. */
export interface AxePlan {
  readonly thorough: (look: Look) => boolean;
  readonly seen?: (sight: Sight) => void;
}

/** Looks at the page as it stands in every look, and leaves it in the first one. */
export async function axeFlaws(page: Page, { thorough, seen }: AxePlan): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  for (const look of LOOKS) {
    await take(page, look);
    seen?.(await sightOf(page));
    const found = await accessibilityFindings(page, !thorough(look));
    flaws.push(...found.map((detail) => ({ kind: 'access' as const, selector: look.name, text: '', detail })));
  }
  const [first] = LOOKS;
  if (first !== undefined) await take(page, first);
  return flaws;
}

async function take(page: Page, { size, scheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize(size);
  // The page learns of its new size with the next frame.
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
  await page.waitForFunction(() => sweep.isSettled(), undefined, { polling: 'raf' });
}

function sightOf(page: Page): Promise<Sight> {
  return page.evaluate(() => ({
    route: location.hash.slice(1).split('?')[0] ?? '',
    direction: document.documentElement.dir,
    wide: innerWidth >= 1024,
    background: getComputedStyle(document.documentElement).backgroundColor,
  }));
}
