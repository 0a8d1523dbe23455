import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { gone, layersInHistory } from './support/gone.ts';
import { call, orderRows } from './support/orders.ts';
import { testApp } from './support/test-app.ts';
import { keepToasts } from './support/toasts.ts';
import { Touch } from './support/touch.ts';

/** Height of a phone's on-screen keyboard, of 844 points. */
const KEYBOARD = 336;

/** True if the focus is inside the located element. */
const holdsFocus = (found: Locator): Promise<boolean> =>
  found.evaluate((element) => element.contains(document.activeElement));
/** True if the page behind is unreachable by pointer, Tab key and screen reader. */
const pageIsAway = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    return main?.closest('[inert], [aria-hidden="true"]') !== null;
  });

describe('layers above the page', () => {
  const { open } = testApp();

  it('a sheet traps the focus, and restores it when closed by Escape, back, its button or a drag', async () => {
    const { page, context, say, open: go, troubles } = await open();
    await go('/register');
    const opener = page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) });
    const sheet = page.getByRole('dialog');
    const ways: readonly (readonly [name: string, close: () => Promise<unknown>])[] = [
      ['Escape', () => page.keyboard.press('Escape')],
      ['back', () => page.goBack()],
      ['its button', () => sheet.getByRole('button', { name: say('common.close') }).click()],
      ['a drag', () => dragDown(page, sheet)],
    ];
    for (const [name, close] of ways) {
      await opener.click();
      await sheet.getByRole('searchbox').waitFor();
      await expect.poll(() => layersInHistory(page)).toBe(1);
      expect(await pageIsAway(page)).toBe(true);
      for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
        await page.keyboard.press(key);
        // At the ends, a focus guard outside the sheet has the focus for a frame, and returns it.
        await expect.poll(() => holdsFocus(sheet)).toBe(true);
      }
      await close();
      await expect.poll(() => sheet.count(), { message: `${name} closes the sheet` }).toBe(0);
      await expect.poll(() => layersInHistory(page)).toBe(0);
      await expect.poll(() => holdsFocus(opener)).toBe(true);
      expect(await pageIsAway(page)).toBe(false);
      expect(page.url()).toMatch(/#\/register$/);
    }
    expect(troubles).toEqual([]);
    await context.close();
  });

  it.each(['address', 'link'])(
    'leads to a new %s while a sheet closes, and back to the page behind it',
    async (way) => {
      const { page, context, say, open: go } = await open();
      await go('/register');
      const opener = page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) });
      await opener.waitFor();
      // The page goes back from the sheet's history entry. The browser does so later, and the address changes meanwhile.
      await page.evaluate((how) => {
        const step = history.go.bind(history);
        const visited: string[] = [];
        Object.assign(globalThis, { visited });
        addEventListener('popstate', () => visited.push(location.hash));
        history.go = (delta) => {
          history.go = step;
          step(delta);
          if (how === 'address') location.hash = '#/rank';
          else document.querySelector<HTMLAnchorElement>('nav a[href="#/rank"]')?.click();
        };
      }, way);
      await opener.click();
      await expect.poll(() => layersInHistory(page)).toBe(1);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('common.close') })
        .click();
      await expect
        .poll(() => page.evaluate(() => (globalThis as unknown as { visited: readonly string[] }).visited))
        .toContain('#/register');
      await page.locator('nav a[href="#/rank"][aria-current=page]').waitFor();
      expect(page.url()).toMatch(/#\/rank$/);
      expect(await pageIsAway(page)).toBe(false);
      await page.goBack();
      await opener.waitFor();
      expect(page.url()).toMatch(/#\/register$/);
      await context.close();
    },
  );

  it('a drawer and a confirmation restore the focus; a confirmation starts on its cancel button', async () => {
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
    // The drawer slides in from the inline start.
    await expect.poll(async () => Math.round((await drawer.boundingBox())?.x ?? -1)).toBeGreaterThan(0);
    await expect.poll(() => layersInHistory(page)).toBe(1);
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => holdsFocus(picker)).toBe(true);
    await context.close();
  });

  it('back closes only the upper of two layers, and a press on a toast above them closes neither', async () => {
    const { page, context, say, open: go } = await open();
    await keepToasts(page);
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
    // Screen readers announce it although a sheet is open; its button closes it while the sheet stays.
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

  it('back leads from the form of an order to its details, and from there to the list', async () => {
    const device = await open();
    const { page, context, say, open: go } = device;
    await go('/login?from=/user');
    await page.getByRole('button', { name: say('login.demo') }).click();
    await page.getByRole('button', { name: say('user.resetDemo') }).waitFor();
    await call(device, '/v1/api/forex/submit', { type: 1, cont: '0.10', forex_id: 1, multiple: '100', status: '1' });
    await go('/order?type=1');
    await orderRows(page).click();
    const edit = page.getByRole('button', { name: say('orders.setStops') });
    await edit.click();
    // The details alone have this button. The form's has the same name as that of the notes among the details.
    await gone(edit);
    await expect.poll(() => layersInHistory(page)).toBe(1);
    await page.goBack();
    await edit.waitFor();
    await expect.poll(() => layersInHistory(page)).toBe(1);
    await page.goBack();
    await gone(page.getByRole('dialog'));
    expect(page.url()).toMatch(/#\/order\?type=1$/);
    await context.close();
  });

  it.each<readonly [string, Keyboard]>([
    ['that makes the page lower', layoutShrinks],
    ['that lies over the page', lieOver],
  ])('a keyboard %s does not cover the focused field, on the page and in a sheet', async (_kind, keyboard) => {
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

  it('transitions take 150 to 250 ms, and none run with reduced motion', async () => {
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

/** Drags a sheet down by its header with a finger. */
async function dragDown(page: Page, sheet: Locator): Promise<void> {
  const box = await sheet.boundingBox();
  if (box === null) throw new Error('the sheet is not there');
  const x = box.x + box.width / 2;
  const touch = await Touch.of(page);
  await touch.move([
    [
      { x, y: box.y + 12 },
      { x, y: box.y + 12 + box.height * 0.75 },
    ],
  ]);
}

/** Prepares a page for a kind of on-screen keyboard. Returns a function that runs work while that keyboard is open. */
type Keyboard = (page: Page) => Promise<(work: () => Promise<void>) => Promise<void>>;

/** Android: the layout viewport shrinks (`interactive-widget=resizes-content`). */
async function layoutShrinks(page: Page): ReturnType<Keyboard> {
  return async (work) => {
    await page.setViewportSize({ width: 390, height: 844 - KEYBOARD });
    await work();
    await page.setViewportSize({ width: 390, height: 844 });
  };
}

/** iOS: the layout viewport keeps its height, and only the visual viewport shrinks. */
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
