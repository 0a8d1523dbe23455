import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Limit of Tab presses, above the number of tab stops of any screen. */
const STOPS = 160;

/**
 * Returns the focused element as a screen reader names it: role, name and state. A plain scroller has no name, whatever
 * it contains.
 */
export async function focused(page: Page): Promise<string> {
  const focus = page.locator(':focus');
  if ((await focus.and(page.locator('div:not([role])')).count()) > 0) return 'scroller';
  const text = await focus.ariaSnapshot();
  return text.split('\n')[0]?.replace(/^- /, '') ?? '';
}

/** Presses Tab until the pattern matches the focused element. Every stop on the way must show its focus. */
export async function tabTo(page: Page, wanted: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const seen: string[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key);
    // A sheet that opens takes the focus itself, in place of the first stop.
    if ((await page.locator(':focus:not([tabindex="-1"])').count()) === 0) continue;
    const now = await focused(page);
    // A sheet may still be moving in.
    await expect.poll(() => focusIsSeen(page), { message: `the focus on ${now} is seen` }).toBe(true);
    if (wanted.test(now)) return;
    seen.push(now);
  }
  throw new Error(`Tab never came to ${String(wanted)}, but to ${seen.join(' | ')}`);
}

/** True if the focused element, or the frame that represents it, is outlined and within the window. */
export function focusIsSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const active = document.activeElement;
    if (active === null || active === document.body) return false;
    const { top, left, bottom, right } = active.getBoundingClientRect();
    if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return false;
    for (let at: Element | null = active, up = 0; at !== null && up < 3; at = at.parentElement, up += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true;
    }
    return false;
  });
}

/** Records the announcements of the page's live regions. Returns a function that reads them. */
export async function listenToLiveRegions(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest(
            '[aria-live], [role=status], [role=alert], output',
          ),
        ),
      );
      for (const region of regions)
        if (region !== null && region !== undefined && region.textContent !== '') said.push(region.textContent ?? '');
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}
