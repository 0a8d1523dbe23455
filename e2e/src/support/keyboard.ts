import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Limit of Tab presses, above the number of tab stops of any screen. */
const STOPS = 160;

/** How long the name of the focused element may take; it is gone when the focus moved on meanwhile. */
const NAME_TIMEOUT_MS = 5_000;

/**
 * Returns the focused element as a screen reader names it: role, name and state. A plain scroller has no name, whatever
 * it contains.
 */
export async function focused(page: Page): Promise<string> {
  const focus = page.locator(':focus');
  if ((await focus.and(page.locator('div:not([role])')).count()) > 0) return 'scroller';
  // Playwright would wait for another focus until its own limit.
  const text = await focus.ariaSnapshot({ timeout: NAME_TIMEOUT_MS }).catch(() => '');
  return text.split('\n')[0]?.replace(/^- /, '') ?? '';
}

/** Presses Tab until the pattern matches the focused element. Every stop on the way must show its focus. */
export async function tabTo(page: Page, wanted: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const seen: string[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key);
    // A sheet that opens takes the focus itself, in place of this stop and at any moment; it may still be moving in.
    let state = '';
    await expect
      .poll(async () => (state = await focusState(page)), { message: `the focus after ${seen.at(-1) ?? key} is seen` })
      .not.toBe('unseen');
    if (state === 'none') continue;
    const now = await focused(page);
    if (wanted.test(now)) return;
    seen.push(now);
  }
  throw new Error(`Tab never came to ${String(wanted)}, but to ${seen.join(' | ')}`);
}

/** True if the focused element, or the frame that represents it, is outlined and within the window. */
export async function focusIsSeen(page: Page): Promise<boolean> {
  return (await focusState(page)) === 'seen';
}

/** `none`: no element has the focus, or one that Tab does not stop at. */
function focusState(page: Page): Promise<'none' | 'seen' | 'unseen'> {
  return page.evaluate(() => {
    const active = document.activeElement;
    if (active === null || active === document.body || active.getAttribute('tabindex') === '-1') return 'none';
    const { top, left, bottom, right } = active.getBoundingClientRect();
    if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return 'unseen';
    for (let at: Element | null = active, up = 0; at !== null && up < 3; at = at.parentElement, up += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return 'seen';
    }
    return 'unseen';
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
