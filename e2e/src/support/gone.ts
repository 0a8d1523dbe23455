import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until nothing is found any more. Two dialogs may be found meanwhile: one opens while another one fades. */
export async function gone(locator: Locator): Promise<void> {
  await expect.poll(() => locator.count()).toBe(0);
}
