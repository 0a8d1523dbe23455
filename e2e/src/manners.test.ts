import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { stage } from './support/stage.ts';

/** What a phone's keyboard takes of 844 points. */
const KEYBOARD = 336;

/** Whether the focus lies in what is found. */
const holdsFocus = (found: Locator): Promise<boolean> =>
  found.evaluate((element) => element.contains(document.activeElement));
const layersInHistory = (page: Page): Promise<number> =>
  page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0);
/** The page behind is out of reach: for the pointer, for the Tab key and for screen readers. */
const pageIsAway = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    return main?.closest('[inert], [aria-hidden="true"]') !== null;
  });

describe('the manners of what lies over the page', () => {
  const { open } = stage();

  it('a sheet keeps the focus, and gives it back by Escape, back, its own button and a drag', async () => {
    const { page, context, say, open: go, troubles } = await open();
    await go('/register');
    const opener = page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) });
    const sheet = page.getByRole('dialog');
    const close: readonly (() => Promise<unknown>)[] = [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => sheet.getByRole('button', { name: say('common.close') }).click(),
      () => dragDown(page, sheet),
    ];
    for (const leave of close) {
      await opener.click();
      await sheet.getByRole('searchbox').waitFor();
      await expect.poll(() => layersInHistory(page)).toBe(1);
      expect(await pageIsAway(page)).toBe(true);
      for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
        await page.keyboard.press(key);
        expect(await holdsFocus(sheet)).toBe(true);
      }
      await leave();
      await sheet.waitFor({ state: 'detached' });
      await expect.poll(() => layersInHistory(page)).toBe(0);
      await expect.poll(() => holdsFocus(opener)).toBe(true);
      expect(await pageIsAway(page)).toBe(false);
      expect(page.url()).toMatch(/#\/register$/);
    }
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('who goes elsewhere in the moment a sheet closes arrives there, and comes back to the page behind it', async () => {
    const { page, context, say, open: go } = await open();
    await go('/register');
    const opener = page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) });
    await opener.waitFor();
    // The page steps out of the sheet's entry; the browser takes its time for that, and the address changes meanwhile.
    await page.evaluate(() => {
      const step = history.go.bind(history);
      const visited: string[] = [];
      Object.assign(globalThis, { visited });
      addEventListener('popstate', () => visited.push(location.hash));
      history.go = (delta) => {
        history.go = step;
        step(delta);
        location.hash = '#/login';
      };
    });
    await opener.click();
    await expect.poll(() => layersInHistory(page)).toBe(1);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('common.close') })
      .click();
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { visited: readonly string[] }).visited))
      .toContain('#/register');
    await page.getByRole('button', { name: say('login.demo') }).waitFor();
    expect(page.url()).toMatch(/#\/login$/);
    expect(await pageIsAway(page)).toBe(false);
    await page.goBack();
    await opener.waitFor();
    expect(page.url()).toMatch(/#\/register$/);
    await context.close();
  });

  it('a drawer and a question give the focus back; a question starts on the way out', async () => {
    const { page, context, say, open: go } = await open({ language: 'ar' });
    await go('/login?from=/user');
    await page.getByRole('button', { name: say('login.demo') }).click();
    const reset = page.getByRole('button', { name: say('user.resetDemo') });
    const question = page.getByRole('alertdialog');
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await reset.click();
      const cancel = question.getByRole('button', { name: say('common.cancel') });
      await expect.poll(() => holdsFocus(cancel)).toBe(true);
      await expect.poll(() => layersInHistory(page)).toBe(1);
      await leave();
      await question.waitFor({ state: 'detached' });
      await expect.poll(() => holdsFocus(reset)).toBe(true);
    }
    await go('/trade');
    const picker = page.locator('main button[aria-haspopup="dialog"]').filter({ visible: true }).first();
    const drawer = page.getByRole('dialog');
    await picker.click();
    await drawer.waitFor();
    // It comes from the side where reading starts.
    await expect.poll(async () => Math.round((await drawer.boundingBox())?.x ?? -1)).toBeGreaterThan(0);
    await expect.poll(() => layersInHistory(page)).toBe(1);
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => holdsFocus(picker)).toBe(true);
    await context.close();
  });

  it('back closes the upper of two layers alone, and a message over them takes its press without closing any', async () => {
    const { page, context, say, open: go } = await open();
    await go('/login?from=/rank');
    await page.getByRole('button', { name: say('login.demo') }).click();
    const join = page.getByRole('button', { name: say('rank.own.join') });
    await join.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(say('rank.own.name')).fill('Quiet Harbour');
    await sheet.locator('button[type=submit]').click();
    const message = page.locator('[data-over-layers] > *').first();
    await message.waitFor();
    const edit = page.getByRole('button', { name: say('rank.own.edit') });
    await edit.click();
    await sheet.getByRole('button', { name: say('rank.own.leave') }).waitFor();
    // Spoken although a sheet is open, and closed by its own button while the sheet stays.
    expect(await message.evaluate((element) => element.closest('[inert], [aria-hidden="true"]'))).toBeNull();
    await message.getByRole('button').click();
    await message.waitFor({ state: 'detached' });
    expect(await sheet.isVisible()).toBe(true);
    await sheet.getByRole('button', { name: say('rank.own.leave') }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await expect.poll(() => layersInHistory(page)).toBe(2);
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    expect(await sheet.isVisible()).toBe(true);
    await expect.poll(() => holdsFocus(sheet)).toBe(true);
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/#\/rank$/);
    await context.close();
  });

  it.each<readonly [string, Keyboard]>([
    ['that makes the page lower', layoutShrinks],
    ['that lies over the page', lieOver],
  ])('a keyboard %s covers no field that is typed into, on the page and in a sheet', async (_kind, keyboard) => {
    const { page, context, say, open: go } = await open();
    const withKeyboard = await keyboard(page);
    await go('/register');
    const last = page.getByRole('textbox', { name: new RegExp(`^${say('register.invite')}`) });
    await last.focus();
    await withKeyboard(async () => {
      await expect.poll(() => bottomOf(last)).toBeLessThanOrEqual(844 - KEYBOARD);
    });
    await page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('searchbox').focus();
    await withKeyboard(async () => {
      await expect.poll(() => bottomOf(sheet)).toBeLessThanOrEqual(844 - KEYBOARD);
      expect(await bottomOf(sheet.getByRole('searchbox'))).toBeLessThanOrEqual(844 - KEYBOARD);
    });
    await context.close();
  });

  it('moves for 150 to 250 ms, and not at all where less motion is asked for', async () => {
    for (const motion of ['no-preference', 'reduce'] as const) {
      const { page, context, say, open: go } = await open();
      await page.emulateMedia({ reducedMotion: motion });
      await go('/register');
      await page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) }).click();
      const sheet = page.getByRole('dialog');
      await sheet.waitFor();
      const seconds = Number.parseFloat(
        await sheet.evaluate((element) => getComputedStyle(element).transitionDuration),
      );
      if (motion === 'reduce') expect(seconds).toBeLessThan(0.01);
      else expect(seconds * 1000).toSatisfy((time: number) => time >= 150 && time <= 250);
      await context.close();
    }
  });
});

/** Pulls a sheet down by its head with a finger. */
async function dragDown(page: Page, sheet: Locator): Promise<void> {
  const box = await sheet.boundingBox();
  if (box === null) throw new Error('the sheet is not there');
  const client = await page.context().newCDPSession(page);
  const x = box.x + box.width / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', box.y + 12);
  for (let step = 1; step <= 12; step += 1) await touch('touchMove', box.y + 12 + (step * box.height) / 16);
  await touch('touchEnd', 0);
  await client.detach();
}

/** Prepares a page for a kind of keyboard; what it returns does something while that keyboard is up. */
type Keyboard = (page: Page) => Promise<(work: () => Promise<void>) => Promise<void>>;

/** Android: the layout itself shrinks (`interactive-widget=resizes-content`). */
async function layoutShrinks(page: Page): ReturnType<Keyboard> {
  return async (work) => {
    await page.setViewportSize({ width: 390, height: 844 - KEYBOARD });
    await work();
    await page.setViewportSize({ width: 390, height: 844 });
  };
}

/** iOS: the layout keeps its height, and only the visual viewport says what is left of it. */
async function lieOver(page: Page): ReturnType<Keyboard> {
  await page.addInitScript(() => {
    let taken = 0;
    const viewport = Object.defineProperties(new EventTarget(), {
      width: { get: () => innerWidth },
      height: { get: () => innerHeight - taken },
      scale: { value: 1 },
      offsetTop: { value: 0 },
      offsetLeft: { value: 0 },
      pageTop: { value: 0 },
      pageLeft: { value: 0 },
    });
    Object.defineProperty(globalThis, 'visualViewport', { value: viewport });
    addEventListener('test-keyboard', (event) => {
      taken = (event as CustomEvent<number>).detail;
      viewport.dispatchEvent(new Event('resize'));
    });
  });
  const take = (pixels: number): Promise<void> =>
    page.evaluate((detail) => void dispatchEvent(new CustomEvent('test-keyboard', { detail })), pixels);
  return async (work) => {
    await take(KEYBOARD);
    await work();
    await take(0);
  };
}

async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
}
