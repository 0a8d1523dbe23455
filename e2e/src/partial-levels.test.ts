import { expect, it, vi } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { signInToDemo } from './support/device.ts';
import type { DeviceOptions } from './support/device.ts';
import { call, openChart, orderRows, recordOf } from './support/orders.ts';
import { risingMarket } from './support/rising-market.ts';
import { testApp } from './support/test-app.ts';

// A database of its own: rows of the run's template are later than the recording, and time never runs backwards.
const { open } = testApp(risingMarket({ perSecond: 0.0001, spread: 0.0001 }), 'empty');

interface Layered {
  readonly Quantity: string;
  readonly UpdatePrice: string;
  readonly PartialLevels?: readonly { readonly Quantity: string; readonly Price: string }[];
}

const LOOKS: readonly DeviceOptions[] = [{ language: 'en' }, { language: 'ar', scheme: 'dark' }];

it.each(LOOKS)('two targets on halves are set, and the nearer one closes its half ($language)', async (look) => {
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
  const now = async (): Promise<Layered> => (await recordOf(device, id)) as unknown as Layered;

  const edit = async (): Promise<void> => {
    await device.open('/order?type=1');
    await orderRows(page).first().click();
    await page.getByRole('button', { name: say('orders.setStops') }).click();
  };
  await edit();
  const add = async (above: number): Promise<string> => {
    await page.getByRole('button', { name: say('orders.levels.addTakeProfit') }).click();
    const price = (Number((await now()).UpdatePrice) + above).toFixed(5);
    await page.getByRole('textbox', { name: say('trade.ticket.takeProfit') }).fill(price);
    await page.getByRole('button', { name: say('orders.levels.add') }).click();
    await page.getByRole('button', { name: say('orders.levels.add'), exact: true }).waitFor({ state: 'detached' });
    return price;
  };
  const levels = async () => (await now()).PartialLevels?.map(({ Quantity, Price }) => [Quantity, Price]);
  const far = await add(1);
  const middle = await add(0.5);
  await expect.poll(levels).toEqual([
    ['0.05', middle],
    ['0.05', far],
  ]);
  await page.getByText(far).filter({ visible: true }).first().waitFor();
  // All lots have a target, so only another stop is offered.
  await page.getByRole('button', { name: say('orders.levels.addStopLoss') }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: say('orders.levels.addTakeProfit') }).count()).toBe(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await device.shot('partial-levels');

  const rows = (number: number) => orderRows(page).filter({ hasText: say('orders.levels.count', { number }) });
  await device.open('/order?type=1');
  await rows(2).first().waitFor();
  await device.shot('partial-levels-row');
  await openChart(device, 'EURUSD');
  await device.shot('partial-levels-chart');

  await edit();
  await page
    .getByRole('button', { name: say('orders.levels.remove') })
    .first()
    .click();
  await expect.poll(levels).toEqual([['0.05', far]]);
  // The market needs 40 seconds to it; the rest stays with the other.
  await add(0.004);
  await expect.poll(async () => (await now()).Quantity, { timeout: 240_000, interval: 500 }).toBe('0.05');
  expect(await levels()).toEqual([['0.05', far]]);
  await device.open('/order?type=1');
  await rows(1).filter({ hasText: '0.05' }).first().waitFor();
  expect(device.troubles).toEqual([]);
});
