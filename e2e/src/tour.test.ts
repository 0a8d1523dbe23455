import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seen, signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { call, orderRows } from './support/orders.ts';
import { testApp } from './support/test-app.ts';
import { keepToasts } from './support/toasts.ts';
import { gone } from './support/gone.ts';

/** Places a market order of 0.10 lots EUR/USD over the interface of programs. */
async function buy(device: Device): Promise<void> {
  const order = {
    type: 1,
    cont: '0.10',
    forex_id: 1,
    multiple: '10',
    status: '1',
    target_price: '0',
    stop_loss_price: '0',
    target_profit_price: '0',
  };
  const { reason } = (await call(device, '/v1/api/forex/submit', order)) as { readonly reason?: string };
  expect(reason).toBe('ok');
}

/** True if a toast lies on one of the bars that a user needs: tabs, periods, headers. */
async function coversBar(page: Page, text: RegExp): Promise<boolean> {
  const toast = page.locator('[aria-live=polite] > div').filter({ hasText: text });
  await toast.waitFor();
  // The toast rises for a moment.
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  return toast.evaluate((element) => {
    const over = element.getBoundingClientRect();
    return [...document.querySelectorAll('[data-bar], nav')]
      .filter((bar) => bar.checkVisibility() && bar.closest('[inert], [aria-hidden="true"]') === null)
      .map((bar) => bar.getBoundingClientRect())
      .some((bar) => bar.height > 0 && bar.top < over.bottom && bar.bottom > over.top && bar.left < over.right);
  });
}

/** A bar comes back into reach where a toast is, as one behind a sheet that closes. */
async function coverToast(page: Page): Promise<void> {
  await page.locator('[aria-live=polite] > div').evaluate((toast) => {
    const { top, height } = toast.getBoundingClientRect();
    const layer = document.body.appendChild(document.createElement('div'));
    layer.toggleAttribute('inert', true);
    const bar = layer.appendChild(document.createElement('div'));
    bar.toggleAttribute('data-bar', true);
    Object.assign(bar.style, { position: 'fixed', insetInline: '0', top: `${top}px`, height: `${height}px` });
    layer.toggleAttribute('inert', false);
  });
}

describe('a tour of the pages', () => {
  const { open } = testApp();

  it('says at the password that it is wrong, until another one is typed', async () => {
    const { page, context, say, open: go } = await open();
    await go('/login');
    await page.getByRole('textbox', { name: say('account.accountEmail') }).fill('nobody@example.com');
    const password = page.getByLabel(say('account.password'), { exact: true });
    await password.fill('a wrong password');
    await page.getByRole('button', { name: say('login.submit') }).click();
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    const note = await password.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${note}"]`).textContent()).toBe(say('reason.login_failed'));
    expect(await page.locator('[aria-live=polite]').textContent()).toBe('');
    await password.fill('another password');
    expect(await password.getAttribute('aria-invalid')).toBe('false');
    await context.close();
  });

  it('goes back to the chart with one step after an alert was set from it', async () => {
    const device = await open();
    const { page, context, say } = device;
    await signInToDemo(device);
    await page.getByTestId('row-EURUSD').click();
    await page.getByRole('link', { name: say('alerts.add') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: '+1%' }).click();
    await sheet.getByRole('button', { name: say('alerts.set') }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: say('alerts.waiting') }).waitFor();
    await page.getByRole('button', { name: say('common.back') }).click();
    await page.waitForURL(/#\/trade$/);
    await context.close();
  });

  it('tells price and net result of the own close, over no bar; history and details name the net result', async () => {
    const device = await open();
    const { page, context, say } = device;
    await keepToasts(page);
    await signInToDemo(device);
    await buy(device);
    await device.open('/order');
    await orderRows(page, 'EUR/USD').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('orders.close') })
      .click();
    const words = /EUR\/USD\W* was closed at \W*\d\.\d{5}\W*: .*\d\.\d\d.USD.* net/;
    await seen(page.locator('[aria-live=polite]').getByText(words), () =>
      page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('orders.close') })
        .click(),
    );
    await gone(page.getByRole('dialog'));
    await expect.poll(() => coversBar(page, words)).toBe(false);
    await coverToast(page);
    await expect.poll(() => coversBar(page, words)).toBe(false);
    await page.locator('[aria-live=polite]').getByRole('button').click();
    await page.getByRole('radio', { name: new RegExp(say('orders.tab.history')) }).click();
    const row = orderRows(page, 'EUR/USD');
    await expect.poll(() => row.textContent()).toContain(say('orders.net'));
    await row.click();
    const sheet = page.getByRole('dialog');
    for (const name of ['statement.gross', 'orders.field.fee', 'statement.stat.net'])
      await sheet.getByText(say(name), { exact: true }).waitFor();
    await context.close();
  });

  it('opens an instrument by its link, shows its contract terms, and copies the link again', async () => {
    const { page, context, say, open: go } = await open();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined });
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: (text: string) => Promise.resolve(void (document.title = text)) },
      });
    });
    await go('/trade?code=xauusd');
    await page.getByRole('heading', { level: 1 }).getByText('XAU/USD').waitFor();
    await page.waitForURL(/#\/trade$/);
    await page.getByRole('button', { name: say('trade.info.open') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(say('trade.info.swapBuy')).waitFor();
    await sheet.getByText('100 XAU').waitFor();
    // Margin of one lot at 1:10 is a tenth of the notional, at the ask on the button.
    const ask = Number(await page.locator('[data-side=buy] .figure').first().textContent());
    const margin = await sheet.locator('p').filter({ hasText: '1:10' }).first().textContent();
    expect(Number(/1:10\W*([\d,]+\.\d\d)/.exec(margin ?? '')?.[1]?.replaceAll(',', ''))).toBeCloseTo(ask * 10, -2);
    // A simulated market of tests never closes.
    await sheet.getByText(say('trade.info.always')).waitFor();
    await sheet.getByRole('button', { name: say('trade.info.share') }).click();
    await expect.poll(() => page.title()).toMatch(/#\/trade\?code=XAUUSD$/);
    await context.close();
  });

  it.each(['nasdaq', '納指'])('finds an instrument by its nickname (%s)', async (nickname) => {
    const { page, context, say, open: go } = await open();
    await go('/product');
    await page.getByRole('searchbox', { name: say('trade.search') }).fill(nickname);
    await page.getByTestId('row-US100').waitFor();
    await expect.poll(() => page.locator('[data-testid^=row-]').count()).toBe(1);
    await context.close();
  });

  it('logs out from the personal centre', async () => {
    const device = await open();
    const { page, context, say } = device;
    await signInToDemo(device);
    await device.open('/user');
    await page.getByRole('button', { name: say('user.logout') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('user.logout') })
      .click();
    await page.waitForURL(/#\/$/);
    await device.open('/user');
    await page.waitForURL(/#\/login/);
    await context.close();
  });

  it('asks to sign in if the user returns before the log-out has led home', async () => {
    const device = await open();
    const { page, context, say } = device;
    await signInToDemo(device);
    await device.open('/user');
    await page.evaluate(() => {
      const replace = history.replaceState.bind(history);
      history.replaceState = (...entry) => {
        replace(...entry);
        if (location.hash === '#/') location.hash = '#/user';
      };
    });
    await page.getByRole('button', { name: say('user.logout') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('user.logout') })
      .click();
    await page.getByRole('button', { name: say('login.submit') }).waitFor();
    await context.close();
  });
});
