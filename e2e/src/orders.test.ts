import { describe, expect, it } from 'vitest';
import { CustomerClient } from './support/customer-client.ts';
import { keepSession, seen } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { orderRows } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

/** Far above the platform's own warning, so that an order can be placed below it. */
const WARNING_RATIO = 600;

describe('an account that changes while its screens are open', () => {
  const site = testApp(() => ({ FAIRLOT_SESSIONS: 'always', FAIRLOT_WARNING_RATIO: String(WARNING_RATIO) }));

  /** A demo trader twice: a client without a page, and a device with the same session. */
  async function newTrader(options: DeviceOptions = {}): Promise<{ trader: CustomerClient; device: Device }> {
    const trader = new CustomerClient(site.fairlot.url);
    await trader.tryDemo();
    const device = await site.open(options);
    await keepSession(device, JSON.stringify({ ...trader.signedIn, demoId: null }));
    return { trader, device };
  }

  it.each([
    { language: 'en' },
    { language: 'fa', scheme: 'dark' },
    { language: 'de', size: { width: 1280, height: 800 } },
  ] as const)(
    'warns on the orders screen as soon as the margin level is near the stop-out, and no longer ($language)',
    async (options) => {
      const { trader, device } = await newTrader(options);
      const { page, say, shot } = device;
      await device.open('/order?type=1');
      await page.getByText(say('orders.empty.holdingHint')).waitFor();
      const notice = page.getByRole('alert').filter({ hasText: say('orders.nearStopOut', { value: 50 }) });
      expect(await notice.count()).toBe(0);
      // About a quarter of the account at the lowest leverage: a ratio of some 400 %.
      const id = await buy(trader, '2.00', '10');
      await notice.first().waitFor();
      await page
        .getByText(say('orders.stopOutMark', { value: 50 }))
        .first()
        .waitFor();
      await shot('near-stop-out');
      await trader.call('close', { id });
      await expect.poll(() => notice.count()).toBe(0);
      expect(device.troubles).toEqual([]);
      await device.context.close();
    },
  );

  it('dismisses the open sheet of an order that is closed elsewhere, and takes it out of the list', async () => {
    const { trader, device } = await newTrader();
    const { page, say } = device;
    const [closed, stays] = [await buy(trader, '0.10', '100'), await buy(trader, '0.20', '100')];
    await device.open('/order?type=1');
    const rowOf = (lots: string) => orderRows(page, `${say('orders.buy')} ${lots}`);
    await rowOf('0.10').click();
    const sheet = page.getByRole('dialog').filter({ hasText: say('orders.details', { id: closed }) });
    await sheet.getByRole('button', { name: say('orders.close') }).waitFor();
    await seen(page.getByText(say('orders.reason.client')), () => trader.call('close', { id: closed }));
    await sheet.waitFor({ state: 'detached' });
    await rowOf('0.10').waitFor({ state: 'detached' });
    expect(await rowOf('0.20').count()).toBe(1);

    // An order that ends while the sheet of another is open leaves that sheet alone.
    await rowOf('0.20').click();
    const other = page.getByRole('dialog').filter({ hasText: say('orders.details', { id: stays }) });
    await other.waitFor();
    const third = await buy(trader, '0.30', '100');
    await rowOf('0.30').waitFor({ state: 'attached' });
    await trader.call('close', { id: third });
    await rowOf('0.30').waitFor({ state: 'detached' });
    expect(await other.isVisible()).toBe(true);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('resets a demo account after a confirmation: no orders, the first balance, and a history that says why', async () => {
    const { trader, device } = await newTrader();
    const { page, say, shot } = device;
    const position = await buy(trader, '1.00', '100');
    const { order } = await trader.call('submit', {
      type: 1,
      cont: '0.10',
      forex_id: await euro(trader),
      status: '0',
      target_price: '0.90000',
      multiple: '100',
    });
    await device.open('/user');
    const balance = page.getByTestId('balance');
    await expect.poll(() => balance.textContent()).toMatch(/^99,/);
    await page.getByRole('button', { name: say('user.resetDemo') }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(say('user.resetDemoText')).waitFor();
    await shot('reset-question');
    expect((await trader.call('myDeal', { status: '1' })).total).toBe(1);
    await seen(page.getByText(say('done.demo_reset')), () =>
      question.getByRole('button', { name: say('user.resetDemoConfirm') }).click(),
    );
    await expect.poll(() => balance.textContent()).toBe('100,000.00');
    await device.open('/order?type=1');
    await page.getByText(say('orders.empty.holdingHint')).waitFor();
    await page.getByRole('radio', { name: new RegExp(`^${say('orders.tab.pending')}`) }).click();
    await page.getByText(say('orders.empty.pendingHint')).waitFor();
    const { data } = await trader.call('myDeal', { status: '3' });
    expect(new Map(data.map(({ Id, EndReason }) => [Id, EndReason]))).toEqual(
      new Map([position, order.Id].map((id) => [id, 'demo_reset'])),
    );
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});

async function euro(trader: CustomerClient): Promise<number> {
  const instrument = (await trader.call('tradeList')).find(({ Code }) => Code === 'EURUSD');
  return instrument?.Id ?? 0;
}

/** Buys euros at the market; the number of the position. */
async function buy(trader: CustomerClient, lots: string, leverage: string): Promise<number> {
  const { order } = await trader.call('submit', {
    type: 1,
    cont: lots,
    forex_id: await euro(trader),
    status: '1',
    multiple: leverage,
  });
  return order.Id;
}
