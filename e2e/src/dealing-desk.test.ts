import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { seen, signInToDemo } from './support/device.ts';
import { call, openChart } from './support/orders.ts';
import type { WireOrder } from './support/orders.ts';
import { invite, setUpOfficePage } from './support/office-page.ts';
import { testAppWithMail } from './support/test-app.ts';

const site = testAppWithMail({ FAIRLOT_SESSIONS: 'always' });

it('a dealer closes a client’s position with a reason, the client sees it, and a halt stops the ticket', async () => {
  const { fairlot, browser, mailbox } = site;
  const root = await setUpOfficePage(browser, fairlot.url, await fairlot.setUpUrl(), 'root');
  const dealer = await setUpOfficePage(browser, fairlot.url, await invite(root, 'dealer', 'dealer', mailbox));
  const device = await site.open();
  await signInToDemo(device);
  await openChart(device, 'XAUUSD');
  const { data: list } = (await call(device, '/v1/api/forex/trade_list')) as unknown as {
    data: { Id: number; Code: string; HasForexMultiple: { Value: number }[] }[];
  };
  const gold = list.find(({ Code }) => Code === 'XAUUSD');
  const { data } = (await call(device, '/v1/api/forex/submit', {
    type: 1,
    cont: '0.10',
    forex_id: gold?.Id,
    status: '1',
    multiple: String(gold?.HasForexMultiple[0]?.Value),
  })) as unknown as { data: { order: WireOrder } };
  const order = data.order.Id;
  await device.open('/order?type=1');
  await device.page.getByText('XAU/USD').filter({ visible: true }).first().waitFor();

  const { page, say } = dealer;
  // The list and the client show the uid, so the list is filtered by it.
  await dealer.open('/positions?accounts=demo');
  const position = page.getByTestId('row').filter({ hasText: String(order) });
  const uid = (await position.getByRole('cell').nth(1).textContent()) ?? '';
  await page.getByRole('columnheader', { name: say('field.market_price') }).waitFor();
  const filter = page.getByRole('searchbox', { name: say('field.uid') });
  await filter.fill(String(Number(uid) + 1));
  await page.getByText(say('trades.empty')).waitFor();
  await filter.fill(uid);
  await position.waitFor();

  await dealer.open('/desk');
  await page.getByRole('button', { name: say('desk.close') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('field.order_id') }).fill(String(order));
  await dialog.getByTestId('order-facts').getByText('XAU/USD').waitFor();
  await dialog.getByRole('textbox', { name: say('field.reason') }).fill('asked on the phone');
  expect(await accessibilityFindings(page)).toEqual([]);
  await dealer.shot('desk-close');
  // The message disappears after some seconds.
  await seen(device.page.getByText(device.say('orders.reason.staff')).first(), () => dealer.confirm(say('desk.close')));
  await device.shot('desk-told');
  await page
    .getByTestId('row')
    .filter({ hasText: String(order) })
    .click();
  await page.getByText('asked on the phone').filter({ visible: true }).first().waitFor();
  await dealer.shot('desk-closed');

  await device.open('/order?type=3');
  await device.page.getByText(device.say('orders.reason.staff')).filter({ visible: true }).first().waitFor();

  await dealer.open('/instruments?q=XAUUSD');
  await page.getByTestId('row').filter({ hasText: 'XAUUSD' }).click();
  await page.getByRole('button', { name: say('instruments.setDealing') }).click();
  await dialog.getByRole('combobox', { name: say('field.dealing') }).selectOption('halted');
  await dialog.getByRole('textbox', { name: say('field.reason') }).fill('a wrong price');
  expect(await accessibilityFindings(page)).toEqual([]);
  await dealer.shot('desk-halt');
  await dealer.confirm(say('instruments.setDealing'));
  await page.getByText(say('state.halted')).filter({ visible: true }).first().waitFor();
  await dealer.shot('desk-halted');

  await openChart(device, 'XAUUSD');
  await device.page.getByText(device.say('trade.dealing.halted'), { exact: true }).filter({ visible: true }).waitFor();
  await device.page
    .getByRole('button', { name: new RegExp(`^${device.say('trade.side.buy')}`) })
    .first()
    .click();
  const submit = device.page.getByRole('button', { name: device.say('trade.problem.instrument_halted') });
  await submit.waitFor();
  expect(await submit.isDisabled()).toBe(true);
  expect(await accessibilityFindings(device.page)).toEqual([]);
  await device.shot('desk-ticket-halted');
  expect([...device.troubles, ...dealer.troubles]).toEqual([]);
});
