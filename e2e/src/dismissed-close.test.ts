import { calls } from '@fairlot/contract';
import { describe, expect, it } from 'vitest';
import { CustomerClient } from './support/customer-client.ts';
import { keepSession } from './support/device.ts';
import type { DeviceOptions } from './support/device.ts';
import { gone } from './support/gone.ts';
import { testApp } from './support/test-app.ts';

/** Longer than a close is retried. */
const RETRIED = '02:10';

const OPTIONS: readonly DeviceOptions[] = [{ language: 'en' }, { language: 'en', size: { width: 1280, height: 800 } }];

describe('a close without an answer', () => {
  const site = testApp(() => ({ FAIRLOT_SESSIONS: 'always' }));

  it.each(OPTIONS)('can be sent again from its row after it was dismissed (%o)', async (options) => {
    const trader = new CustomerClient(site.fairlot.url);
    await trader.tryDemo();
    const device = await site.open(options);
    await keepSession(device, JSON.stringify({ ...trader.signedIn, demoId: null }));
    const { page, say } = device;
    const instrument = (await trader.call('tradeList')).find(({ Code }) => Code === 'EURUSD')?.Id ?? 0;
    const { order } = await trader.call('submit', {
      type: 1,
      cont: '0.10',
      forex_id: instrument,
      status: '1',
      multiple: '100',
    });
    await page.clock.install();
    await device.open('/order?type=1');
    const name = say('wide.closeOf', { action: say('orders.close'), code: 'EUR/USD', id: order.Id });
    const button = page.getByRole('button', { name }).filter({ visible: true });
    const agree = page.getByRole('alertdialog').getByRole('button', { name: say('orders.close'), exact: true });
    const closes = `**${calls.close.path}`;

    let lost = 0;
    await page.route(closes, async (route) => {
      lost += 1;
      await route.abort();
    });
    await button.press('Enter');
    await agree.click();
    await expect.poll(() => lost).toBeGreaterThan(1);
    expect(await button.isEnabled()).toBe(false);
    await page.clock.fastForward(RETRIED);
    const dismiss = page.getByRole('button', { name: say('trade.ticket.putAside') });
    await dismiss.click();
    await gone(dismiss);

    await page.unroute(closes);
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.press('Enter');
    await agree.click();
    await expect.poll(async () => (await trader.call('myDeal', { status: '1' })).data).toEqual([]);
  });
});
