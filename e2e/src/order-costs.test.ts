import { isolate } from '@fairlot/i18n';
import { expect, it } from 'vitest';
import { CustomerClient } from './support/customer-client.ts';
import { accessibilityFindings } from './support/axe.ts';
import { keepSession } from './support/device.ts';
import { openChart, orderRows, sendButton } from './support/orders.ts';
import { StaffClient } from './support/staff-client.ts';
import { testApp } from './support/test-app.ts';

const site = testApp(() => ({ FAIRLOT_SESSIONS: 'always' }));

it('the ticket shows what an order costs in its group, and the order’s details show the same', async () => {
  const { fairlot } = site;
  const customer = new CustomerClient(fairlot.url);
  await customer.tryDemo();
  const { id: account } = customer.signedIn.user as unknown as { readonly id: number };
  const [listed] = await customer.call('tradeList', { searchCurrency: 'EURUSD' });
  const staff = await StaffClient.setUp(fairlot.url, await fairlot.setUpUrl(), 'staff');
  const { id: club } = await staff.call('officeAddGroup', {
    name: 'Club',
    note: '',
    stop_out_percent: 60,
    margin_call_percent: null,
    hedged_margin: 'none',
    rules: [
      {
        scope: 'instrument',
        id: listed?.Id ?? 0,
        markup: { mode: 'points', bid: 20, ask: 30 },
        commission: { mode: 'perLot', rate: '7' },
        swap: null,
        max_leverage: null,
        tiers: [
          { from_usd: '0', leverage: 20 },
          { from_usd: '5000000', leverage: 5 },
        ],
        offered: null,
      },
    ],
    reason: 'agreed with the club',
  });
  await staff.call('officeMoveAccount', { user_id: account, group_id: club ?? 0, reason: 'asked' });

  const device = await site.open();
  const { page, say } = device;
  await keepSession(device, JSON.stringify({ ...customer.signedIn, demoId: null }));
  await openChart(device, 'EURUSD');
  await page
    .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
    .first()
    .click();
  const costs = page.getByTestId('costs').filter({ visible: true });
  const line = costs.getByRole('button');
  await expect.poll(() => line.textContent()).toContain(`${say('trade.cost.markup')} 0.50`);
  expect(await line.textContent()).toContain(`${say('trade.ticket.fee')} 0.07`);
  await line.click();
  const figure = (name: string): Promise<string | null> =>
    costs.locator('dl > div').filter({ hasText: name }).locator('dd').textContent();
  // A hundredth of a lot is 1,000 euros: 50 points cost half a dollar, at whichever price.
  expect(await figure(say('trade.cost.markup'))).toContain('0.500000');
  expect(await figure(say('trade.ticket.fee'))).toContain('0.070000');
  expect(await figure(say('trade.cost.tier', { from: isolate('5,000,000.00') }))).toBe('1:5');
  await costs.getByText(say('trade.cost.chart')).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await device.shot('ticket-costs');

  const submit = sendButton(page, say);
  await expect.poll(() => submit.isEnabled()).toBe(true);
  await submit.click();
  const popup = page.getByRole('dialog').filter({ hasText: say('trade.done.title') });
  await popup.getByRole('button', { name: say('trade.done.toOrders') }).click();
  await orderRows(page, 'EUR/USD').click();
  const sheet = page.getByRole('dialog');
  const fact = (name: string): Promise<string | null> =>
    sheet.locator('dl > div').filter({ hasText: name }).first().locator('dd').textContent();
  await sheet.getByText(say('orders.terms.cost')).waitFor();
  expect(await fact(say('orders.terms.cost'))).toContain('0.500000');
  expect(await fact(say('orders.field.fee'))).toContain('0.070000');
  expect(await fact(say('trade.cost.markup'))).toBe('0.00020 / 0.00030');
  await sheet.getByTestId('order-terms').getByRole('button').click();
  await sheet.getByText(say('orders.terms.now')).waitFor();
  await sheet.getByText(say('orders.terms.perLot', { rate: isolate('7') })).waitFor();
  await sheet.getByText('60%', { exact: true }).waitFor();
  await sheet.getByText(say('orders.terms.now')).scrollIntoViewIfNeeded();
  expect(await accessibilityFindings(page)).toEqual([]);
  await device.shot('order-terms');
  expect(await fact(say('trade.info.hedgedMargin'))).toBe(say('trade.info.hedged.none'));

  // An order that covers the position needs no margin.
  await openChart(device, 'EURUSD');
  await page
    .getByRole('button', { name: new RegExp(`^${say('trade.side.sell')}`) })
    .filter({ visible: true })
    .first()
    .click();
  await expect.poll(() => line.textContent()).toContain(`${say('trade.ticket.fee')} 0.07`);
  await line.click();
  await expect.poll(() => figure(say('trade.cost.hedged'))).toContain('0.000000');
  await device.shot('ticket-covers');
  expect(device.troubles).toEqual([]);
});
