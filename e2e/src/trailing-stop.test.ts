import { isolate } from '@fairlot/i18n';
import { expect, it, vi } from 'vitest';
import { signInToDemo } from './support/device.ts';
import type { DeviceOptions } from './support/device.ts';
import { call, orderRows, recordOf } from './support/orders.ts';
import { risingMarket } from './support/rising-market.ts';
import { testApp } from './support/test-app.ts';

/** EURUSD rises by a pip a second. */
const RISE = 0.0001;
const { open } = testApp(risingMarket({ perSecond: RISE, spread: 0.0001 }), 'empty');

const LOOKS: readonly DeviceOptions[] = [{ language: 'en' }, { language: 'ar', scheme: 'dark' }];

it.each(LOOKS)('a stop goes to break-even by a tap, and then follows the price ($language)', async (look) => {
  const device = await open(look);
  const { page, say } = device;
  await signInToDemo(device);
  const list = (await call(device, '/v1/api/forex/trade_list')) as unknown as { data: { Id: number; Code: string }[] };
  const instrument = list.data.find(({ Code }) => Code === 'EURUSD')?.Id;
  const order = { type: 1, cont: '0.10', forex_id: instrument, multiple: '100', status: '1' };
  // Right after the start the market may not be dealt on yet; a refused order changes nothing.
  const id = await vi.waitUntil(
    async () => {
      const { data } = (await call(device, '/v1/api/forex/submit', order)) as unknown as {
        data: { order: { Id: number } } | null;
      };
      return data?.order.Id;
    },
    { timeout: 120_000, interval: 250 },
  );
  const stop = async (): Promise<number> => Number((await recordOf(device, id)).TargetLossPrice);
  const opened = Number(((await recordOf(device, id)) as unknown as { Price: string }).Price);
  // The market must have passed the opening price.
  await expect
    .poll(async () => Number(((await recordOf(device, id)) as unknown as { UpdatePrice: string }).UpdatePrice), {
      timeout: 120_000,
    })
    .toBeGreaterThan(opened + RISE);

  await device.open('/order?type=1');
  await orderRows(page).first().click();
  await page.getByRole('button', { name: say('orders.breakEven') }).click();
  await expect.poll(stop).toBe(opened);

  await orderRows(page).first().click();
  await page.getByRole('button', { name: say('orders.setStops') }).click();
  await page.getByRole('switch', { name: say('trade.ticket.trailing.title') }).click();
  const distance = page.getByRole('textbox', { name: say('trade.ticket.trailing.title') });
  await distance.fill('40');
  const shown = page.getByText(say('trade.ticket.trailing.follows', { distance: isolate('0.00040') }));
  await shown.waitFor();
  await device.shot('trailing-stop');
  // 10,000 euros: 0.00040 is worth four dollars.
  await page.getByRole('radio', { name: 'USD' }).click();
  expect(await distance.inputValue()).toBe('4.00');
  await shown.waitFor();
  await page.getByRole('button', { name: say('orders.saveStops') }).click();
  await expect.poll(stop).toBeGreaterThan(opened);
  const first = await stop();
  await expect.poll(stop, { timeout: 120_000 }).toBeGreaterThan(first);
  await page.getByText(say('orders.field.trailing')).filter({ visible: true }).first().waitFor();
  await device.shot('trailing-stop-moves');
  expect(device.troubles).toEqual([]);
});
