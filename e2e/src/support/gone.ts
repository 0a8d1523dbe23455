import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

/** As long as `expect.poll` waits. That one works inside a test alone, and pages are set up before. */
const LIMIT = { timeout: 90_000, interval: 50 };

/** Waits until nothing is found any more. Two dialogs may be found meanwhile: one opens while another one fades. */
export async function gone(locator: Locator): Promise<void> {
  await vi.waitUntil(async () => (await locator.count()) === 0, LIMIT);
}

/** Number of layers for which the page's current entry of the history stands. */
export const layersInHistory = (page: Page): Promise<number> =>
  page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0);

/**
 * Goes to an address, and waits until no dialog of the screen before it fades any more: the address of another screen
 * does not load the page again, and a button would be found in both. Screens that stay mounted but hidden do not count.
 * A page that was painted before its program is waited for too: nothing in it works.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await gone(page.locator('#root > [inert]'));
  await gone(page.locator('[data-ending-style]').filter({ visible: true }));
}

/** Comes back to the window, again and again, until it holds. The page reads what is some seconds old again then. */
export async function comeBackUntil(page: Page, holds: () => Promise<boolean> | boolean): Promise<void> {
  const comeBack = async (): Promise<boolean> => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    return holds();
  };
  await expect.poll(comeBack, { interval: 1_000 }).toBe(true);
}
