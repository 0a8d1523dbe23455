import { describe, expect, it } from 'vitest';
import { CustomerClient } from './support/customer-client.ts';
import { keepSession, seen } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { gone } from './support/gone.ts';
import { orderRows } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

const OPTIONS: readonly DeviceOptions[] = [
  { language: 'en' },
  { language: 'ar' },
  { language: 'en', size: { width: 1280, height: 800 } },
  { language: 'ar', size: { width: 1280, height: 800 } },
];

describe('closing in parts', () => {
  const site = testApp(() => ({ FAIRLOT_SESSIONS: 'always' }));

  it.each(OPTIONS)('closes half of a position, then the rest, then everything else at once (%o)', async (options) => {
    const trader = new CustomerClient(site.fairlot.url);
    await trader.tryDemo();
    const device: Device = await site.open(options);
    await keepSession(device, JSON.stringify({ ...trader.signedIn, demoId: null }));
    const { page, say, shot } = device;
    const instrument = (await trader.call('tradeList')).find(({ Code }) => Code === 'EURUSD')?.Id ?? 0;
    const buy = async (cont: string) =>
      (await trader.call('submit', { type: 1, cont, forex_id: instrument, status: '1', multiple: '100' })).order.Id;
    const holding = async () =>
      (await trader.call('myDeal', { status: '1' })).data.map(({ Id, Quantity }) => [Id, Quantity]);
    const first = await buy('0.40');
    const others = [await buy('0.10'), await buy('0.30')];
    await device.open('/order?type=1');

    // The three positions have one average.
    const held = page.getByTestId('held').filter({ visible: true });
    await held.filter({ hasText: '0.80' }).waitFor();
    const rowClose = page.getByRole('button', {
      name: say('wide.closeOf', { action: say('orders.close'), code: 'EUR/USD', id: first }),
    });
    // The keyboard does not mind that the list scrolls to its last row, under which a tap would find nothing.
    const openQuestion = async (): Promise<void> => {
      const button = rowClose.filter({ visible: true });
      await expect.poll(() => button.isEnabled()).toBe(true);
      await button.press('Enter');
    };
    const question = page.getByRole('alertdialog');
    const agree = question.getByRole('button', { name: say('orders.close'), exact: true });
    await openQuestion();
    const lots = question.getByLabel(say('orders.part'));
    await expect.poll(() => lots.inputValue()).toBe('0.40');
    // A volume that can't be closed is asked for again, with those that can.
    await lots.fill('0.405');
    await question.getByText(say('orders.sizes', { sizes: '0.40' })).waitFor();
    await question.locator('[dir=ltr] button').filter({ hasText: '50' }).click();
    await expect.poll(() => lots.inputValue()).toBe('0.20');
    await question.getByText(say('orders.rest', { lots: '0.20' })).waitFor();
    await shot('close-half');
    await seen(page.getByText('0.20').filter({ visible: true }).first(), () => agree.click());
    await expect.poll(holding).toContainEqual([first, '0.20']);
    const { data: parts } = await trader.call('myDeal', { status: '3' });
    expect(parts.map(({ Parent, Quantity }) => [Parent, Quantity])).toEqual([[first, '0.20']]);

    // Until the list is read again, its row has the former lots.
    await held.filter({ hasText: '0.60' }).waitFor();
    const rows = page.locator('[data-testid=order], [role=row]').filter({ visible: true });
    await rows.filter({ hasText: '0.20' }).first().waitFor();
    await openQuestion();
    await expect.poll(() => lots.inputValue()).toBe('0.20');
    await agree.click();
    await expect.poll(async () => (await holding()).length).toBe(2);

    await page
      .getByRole('button', { name: say('orders.several.open') })
      .filter({ visible: true })
      .click();
    const sheet = page.getByRole('dialog').filter({ hasText: say('orders.several.title') });
    await sheet.getByRole('radio', { name: say('orders.several.all'), exact: true }).waitFor();
    await shot('close-several');
    await sheet.getByRole('button', { name: say('orders.several.confirm'), exact: true }).click();
    const result = sheet.getByTestId('several-closed');
    await expect.poll(() => result.getByRole('listitem').count()).toBe(others.length);
    await shot('closed-several');
    expect(await holding()).toEqual([]);
    await sheet.getByRole('button', { name: say('orders.several.done'), exact: true }).click();
    await page.getByText(say('orders.empty.holdingHint')).filter({ visible: true }).waitFor();
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('closes the part that was chosen when the instruments come after the question', async () => {
    const trader = new CustomerClient(site.fairlot.url);
    await trader.tryDemo();
    const device = await site.open({});
    const { page, say } = device;
    await keepSession(device, JSON.stringify({ ...trader.signedIn, demoId: null }));
    const instrument = (await trader.call('tradeList')).find(({ Code }) => Code === 'EURUSD')?.Id ?? 0;
    await trader.call('submit', { type: 1, cont: '0.40', forex_id: instrument, status: '1', multiple: '100' });
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/api/forex/trade_list**', async (route) => {
      await released;
      await route.continue();
    });
    await device.open('/order?type=1');
    await orderRows(page).click();
    await page.getByRole('button', { name: say('orders.close'), exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    const lots = question.getByLabel(say('orders.part'));
    expect(await lots.count()).toBe(0);
    release?.();
    await question.locator('[dir=ltr] button').filter({ hasText: '50' }).click();
    await expect.poll(() => lots.inputValue()).toBe('0.20');
    await question.getByRole('button', { name: say('orders.close'), exact: true }).click();
    await gone(question);
    const held = async () => (await trader.call('myDeal', { status: '1' })).data.map(({ Quantity }) => Quantity);
    await expect.poll(held).not.toContain('0.40');
    expect(await held()).toEqual(['0.20']);
    await device.context.close();
  });
});
