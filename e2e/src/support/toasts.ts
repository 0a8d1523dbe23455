import type { Page } from 'playwright-core';

/** How long the page shows a message that is no error. */
const SHOWN_MS = 5_000;
const STAYS_MS = 3_600_000;

/**
 * Lets the messages of a page stay until they are closed, from its next load on. Without it a stall of the machine between
 * two steps outlives a message on which the steps act.
 */
export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(
    ([shown, stays]) => {
      const later = window.setTimeout.bind(window);
      const longer = (work: TimerHandler, ms?: number, ...rest: unknown[]): number =>
        later(work, ms === shown ? stays : ms, ...rest);
      Object.assign(window, { setTimeout: longer });
    },
    [SHOWN_MS, STAYS_MS] as const,
  );
}
