import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';

/** As long as `expect.poll` waits. That one works inside a test alone, and pages are set up before. */
const LIMIT = { timeout: 90_000, interval: 50 };

/** Waits until nothing is found any more. Two dialogs may be found meanwhile: one opens while another one fades. */
export async function gone(locator: Locator): Promise<void> {
  await vi.waitUntil(async () => (await locator.count()) === 0, LIMIT);
}

/**
 * Goes to an address, and waits until no dialog of the screen before it fades any more: the address of another screen
 * does not load the page again, and a button would be found in both. Screens that stay mounted but hidden do not count.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await gone(page.locator('[data-ending-style]').filter({ visible: true }));
}
