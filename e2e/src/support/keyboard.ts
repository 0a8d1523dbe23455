import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any screen has. */
const STOPS = 160;

/** What has the focus, as a reader would name it: role, name and state. A bare scroller has none of them, whatever lies in it. */
export async function focused(page: Page): Promise<string> {
  const focus = page.locator(':focus');
  if ((await focus.and(page.locator('div:not([role])')).count()) > 0) return 'scroller';
  const text = await focus.ariaSnapshot({ timeout: 5_000 });
  return text.split('\n')[0]?.replace(/^- /, '') ?? '';
}

/** Presses Tab until the focus is on what the pattern describes; every stop on the way must be seen to have the focus. */
export async function tabTo(page: Page, wanted: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const seen: string[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key);
    if ((await page.locator(':focus').count()) === 0) continue;
    const now = await focused(page);
    // A sheet may still be on its way in.
    await expect.poll(() => focusIsSeen(page), { timeout: 5_000, message: `the focus on ${now} is seen` }).toBe(true);
    if (wanted.test(now)) return;
    seen.push(now);
  }
  throw new Error(`Tab never came to ${String(wanted)}, but to ${seen.join(' | ')}`);
}

/** Whether what has the focus, or the frame that stands for it, is outlined and within the window. */
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

/** Writes down, from now on, whatever the page's live regions come to say. Returns how to read it. */
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
