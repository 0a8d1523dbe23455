import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { signInToDemo } from './support/device.ts';
import { invite, setUpOfficePage } from './support/office-page.ts';
import { type WireOrder, call, openChart } from './support/orders.ts';
import { testAppWithMail } from './support/test-app.ts';

const site = testAppWithMail({ FAIRLOT_SESSIONS: 'always' });

it('a dealer corrects a wrong fill; the client reads fill and correction in the order, the statement and the ledger', async () => {
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
  const { Id: order, Price: opened } = data.order as WireOrder & { Price: string };
  const price = (Number(opened) - 1).toFixed(2);

  const { page, say } = dealer;
  await dealer.open('/desk');
  await page.getByRole('button', { name: say('desk.correct') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('field.order_id') }).fill(String(order));
  await dialog.getByRole('combobox', { name: say('field.fill') }).selectOption('open');
  await dialog.getByRole('textbox', { name: say('field.corrected_price') }).fill(price);
  const facts = dialog.getByTestId('correction-facts');
  await facts.getByText(opened).first().waitFor();
  // A tenth of a lot of 100 ounces, a dollar each.
  await facts.getByText('10.00').first().waitFor();
  await dialog.getByRole('textbox', { name: say('field.reason') }).fill('the source sent a wrong price');
  expect(await accessibilityFindings(page)).toEqual([]);
  await dealer.shot('fill-correct');
  await dealer.confirm(say('desk.correct'));
  await page
    .getByTestId('row')
    .filter({ hasText: String(order) })
    .click();
  await page.getByText('the source sent a wrong price').filter({ visible: true }).first().waitFor();
  await dealer.shot('fill-corrected');

  await device.open(`/order?type=1`);
  await device.page.getByText('XAU/USD').filter({ visible: true }).first().click();
  const told = device.page.getByTestId('fill-correction').filter({ visible: true }).first();
  await told.getByText('the source sent a wrong price').waitFor();
  expect(await told.textContent()).toContain('10.00');
  expect(await accessibilityFindings(device.page)).toEqual([]);
  await device.shot('fill-order');
  await device.open('/statement');
  await device.page
    .getByText(device.say('statement.movement.fillCorrection'))
    .filter({ visible: true })
    .first()
    .waitFor();
  await device.shot('fill-statement');
  const entries = (await call(device, '/v1/api/main/accountLog/forexChange?page=1')) as unknown as {
    data: { list: { Type: number; Reference: number; Value: string }[] };
  };
  expect(entries.data.list[0]).toMatchObject({ Type: 13, Reference: order, Value: '10.000000' });
  expect([...device.troubles, ...dealer.troubles]).toEqual([]);
});
