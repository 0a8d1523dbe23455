import type { Locator } from 'playwright-core';
import { vi } from 'vitest';

/** As long as `expect.poll` waits. That one works inside a test alone, and pages are set up before. */
const LIMIT = { timeout: 90_000, interval: 50 };

/** Waits until nothing is found any more. Two dialogs may be found meanwhile: one opens while another one fades. */
export async function gone(locator: Locator): Promise<void> {
  await vi.waitUntil(async () => (await locator.count()) === 0, LIMIT);
}
