import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { SESSION_KEY, keepSession } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { testApp } from './support/test-app.ts';
import { gone, layersInHistory } from './support/gone.ts';

const rows = (page: Page): ReturnType<Page['locator']> => page.locator('[data-testid^="row-"]:visible');

const starOf = ({ page, say }: Device, code: string): ReturnType<Page['getByRole']> =>
  page.getByRole('button', { name: say('favourites.of', { code }) }).first();
const chipOf = ({ page, say }: Device): ReturnType<Page['getByRole']> =>
  page.getByRole('group', { name: say('home.categories') }).getByRole('button', { name: say('favourites.title') });

async function signIn({ page, say, open: go }: Device): Promise<void> {
  await go('/login');
  await page.getByRole('button', { name: say('login.demo') }).click();
  await page.getByTestId('row-EURUSD').waitFor();
}

/** Waits until the server has saved this number of favourites. */
async function savedWith(page: Page, count: number): Promise<void> {
  await page.waitForResponse(async (response) => {
    if (!response.url().endsWith('/api/workspace/save')) return false;
    const { data } = (await response.json()) as { readonly data: { readonly value: string } };
    return (JSON.parse(data.value) as readonly number[]).length === count;
  });
}

describe('favourites and price alerts', () => {
  const { open } = testApp();

  /** Opens another device with the same session. */
  async function secondDevice({ page }: Device, options: DeviceOptions = {}): Promise<Device> {
    const session = await page.evaluate((key) => localStorage.getItem(key) ?? '', SESSION_KEY);
    const other = await open(options);
    await keepSession(other, session);
    return other;
  }

  it('favourites move from the visitor to the user at sign-in, survive a reload, and reach every device of the user', async () => {
    const device = await open();
    const { page, say } = device;
    await device.open('/');
    await page.getByTestId('row-EURUSD').waitFor();
    await chipOf(device).click();
    await page.getByText(say('favourites.emptyHint')).waitFor();
    await page.getByRole('button', { name: say('trade.showAll') }).click();
    await starOf(device, 'USD/JPY').click();
    await signIn(device);
    await expect.poll(() => starOf(device, 'USD/JPY').getAttribute('aria-pressed')).toBe('true');
    const both = savedWith(page, 2);
    await starOf(device, 'GBP/USD').click();
    await chipOf(device).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await both;

    const other = await secondDevice(device, { language: 'ar' });
    await other.open('/');
    await chipOf(other).click();
    await expect.poll(() => rows(other.page).count()).toBe(2);
    const saved = savedWith(other.page, 1);
    await starOf(other, 'GBP/USD').click();
    await expect.poll(() => rows(other.page).count()).toBe(1);
    await saved;
    await other.context.close();

    await page.reload();
    await page.getByTestId('row-EURUSD').waitFor();
    await chipOf(device).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await page.getByTestId('row-USDJPY').isVisible()).toBe(true);
    await device.context.close();
  });

  it('a favourite that could not be saved is retried without another change; an alert with a lost answer can be set again', async () => {
    const device = await open();
    const { page, say } = device;
    await signIn(device);
    await page.route('**/api/workspace/save', (route) => route.abort(), { times: 1 });
    const saved = savedWith(page, 1);
    await starOf(device, 'USD/JPY').click();
    await saved;

    await page.getByTestId('row-EURUSD').click();
    await page.getByRole('link', { name: say('alerts.add') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: '+1%' }).click();
    // The server sets the alert, but its answer is lost.
    await page.route(
      '**/api/alerts/set',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const set = sheet.getByRole('button', { name: say('alerts.set') });
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/alerts/set')),
      set.click(),
    ]);
    await sheet.getByRole('radio').nth(1).locator('..').click();
    await set.click();
    await sheet.waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        page
          .locator('section')
          .filter({ has: page.getByRole('heading', { name: say('alerts.waiting') }) })
          .getByRole('listitem')
          .count(),
      )
      .toBe(2);
    await device.context.close();
  });

  it('a link to a new alert shows its form when it is the first page too', async () => {
    const device = await open();
    await signIn(device);
    await device.open('/trade');
    const link = device.page.locator('a[href*="/alerts?forex_id="]').first();
    const href = (await link.getAttribute('href')) ?? '';
    const page = await device.context.newPage();
    await page.goto(new URL(href, device.page.url()).href);
    await expect.poll(() => layersInHistory(page)).toBe(1);
    await page.getByRole('dialog').getByText(device.say('alerts.add')).first().waitFor();
    await device.context.close();
  });

  it('the picker finds an instrument by name or category, by keyboard alone, and says when there is none', async () => {
    const device = await open();
    const { page, say } = device;
    await device.open('/trade');
    await page.getByRole('button', { name: say('trade.pickInstrument') }).click();
    const picker = page.getByRole('dialog');
    const search = picker.getByRole('searchbox', { name: say('trade.search') });
    await search.fill('zzzz');
    await picker.getByText(say('trade.noMatch')).waitFor();
    await picker.getByRole('button', { name: say('common.clear') }).click();
    expect(await search.inputValue()).toBe('');
    const metals = await picker.getByRole('group').getByRole('button').nth(2).innerText();
    await search.fill(metals);
    const found = picker.locator('[data-pick]');
    await expect.poll(() => found.allInnerTexts()).toContainEqual(expect.stringContaining('XAU/USD'));
    await expect.poll(() => found.count()).toBeLessThan(10);
    await search.fill('usd');
    await search.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = picker.locator('[data-pick]').nth(1);
    await expect.poll(() => second.evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await search.fill('gold');
    await search.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /XAU\/USD/ }).waitFor();
    await device.context.close();
  });

  it.each(['en', 'ar'])(
    'an alert fires once, on every screen and device, when the market reaches its price (%s)',
    async (language) => {
      const device = await open({ language });
      const { page, say, shot, troubles } = device;
      await signIn(device);
      await page.getByTestId('row-EURUSD').click();
      await page.waitForURL(/#\/trade/);
      await page.getByRole('link', { name: say('alerts.add') }).click();
      const sheet = page.getByRole('dialog');
      await sheet.waitFor();
      const price = sheet.getByRole('textbox', { name: say('alerts.price') });
      const set = sheet.getByRole('button', { name: say('alerts.set') });
      expect(await set.isDisabled()).toBe(true);
      await sheet.getByRole('button', { name: '+1%' }).click();
      await sheet
        .getByText(say('alerts.will.bid.rise', { price: '' }).split('  ')[0]?.trim().slice(0, 12) ?? '')
        .first()
        .waitFor();
      await shot('alert-sheet');
      expect(await accessibilityFindings(page)).toEqual([]);
      await set.click();
      await sheet.waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: say('alerts.waiting') }).waitFor();
      const other = await secondDevice(device, { language });
      await other.open('/rank');
      await other.page.getByRole('heading', { level: 1 }).waitFor();

      const met = new RegExp(say('reason_with.alert_already_met', { price: '.*' }));
      const words = new RegExp(
        [say('alerts.told.bid.rise', { code: '', price: '' }), say('alerts.told.bid.fall', { code: '', price: '' })]
          .map((text) => text.replace(/^:\s*/, '').trim())
          .join('|'),
      );
      // The notification disappears after some seconds, so the wait on the other device starts before the first alert
      // is set.
      const told = other.page.getByText(words).first().waitFor({ timeout: 120_000 });
      void told.catch(() => undefined);
      // The market moves both ways, so it soon reaches one of two prices, a pip above and a pip below it.
      for (const points of [2, -2, 5, -5]) {
        await page
          .getByRole('button', { name: say('alerts.add') })
          .first()
          .click();
        await sheet.waitFor();
        const shown = await sheet
          .getByRole('radio')
          .first()
          .evaluate((radio) => radio.parentElement?.innerText ?? '');
        const bid = Number(/\d\.\d{5}/.exec(shown)?.[0]);
        await price.fill((bid + points / 1e5).toFixed(5));
        await set.click();
        // A price that the market has reached is refused by the server or, before it is sent, by the sheet, which then
        // stays open.
        const refused = page
          .getByText(met)
          .or(sheet.getByText(say('alerts.met')))
          .first();
        await expect.poll(async () => !(await sheet.isVisible()) || (await refused.isVisible())).toBe(true);
        if (await sheet.isVisible()) await page.keyboard.press('Escape');
        await sheet.waitFor({ state: 'detached' });
      }
      await page.getByRole('heading', { name: say('alerts.fired') }).waitFor({ timeout: 120_000 });
      const fired = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: say('alerts.fired') }) })
        .getByRole('listitem')
        .first();
      await expect.poll(() => fired.innerText()).toMatch(/EUR\/USD[\s\S]*\d\.\d{5}/);
      await told;
      await shot('alerts');
      await other.context.close();

      // Deleting a waiting alert asks for confirmation; deleting a fired one does not.
      const waiting = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: say('alerts.waiting') }) })
        .getByRole('listitem');
      const before = await waiting.count();
      await waiting.last().getByRole('button').click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('alerts.removeConfirm') })
        .click();
      await expect.poll(() => waiting.count()).toBeLessThan(before);
      await gone(page.getByRole('alertdialog'));
      expect(await accessibilityFindings(page)).toEqual([]);
      // A refusal because the market moved is no error.
      expect(troubles).toEqual([]);
      await device.context.close();
    },
  );
});
