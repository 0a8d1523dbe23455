import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { signInToDemo } from './support/device.ts';
import { invite, setUpOfficePage } from './support/office-page.ts';
import { type WireOrder, call, openChart } from './support/orders.ts';
import { testAppWithMail } from './support/test-app.ts';
import { gone } from './support/gone.ts';

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
  const price = (Number(opened) - 1).toFixed(opened.split('.')[1]?.length ?? 0);

  const { page, say } = dealer;
  const dialog = page.getByRole('dialog');
  const fill = dialog.getByRole('combobox', { name: say('field.fill') });
  // An open position has one fill only.
  await dealer.open('/positions?accounts=demo');
  await page
    .getByTestId('row')
    .filter({ hasText: String(order) })
    .click();
  await page.getByRole('button', { name: say('desk.correct') }).click();
  await expect.poll(() => fill.locator('option').allTextContents()).toEqual([say('field.open_price')]);
  expect(await fill.inputValue()).toBe('open');
  await dialog.getByRole('button', { name: say('action.cancel') }).click();
  await gone(dialog);

  await dealer.open('/desk');
  await page.getByRole('button', { name: say('desk.correct') }).click();
  // A try marks what is missing, and leads to the first of it.
  expect(await fill.inputValue()).toBe('');
  await dialog.getByRole('button', { name: say('desk.correct') }).click();
  for (const name of ['order_id', 'corrected_price', 'reason'] as const)
    await dialog
      .locator('[aria-invalid=true]')
      .and(dialog.getByLabel(say(`field.${name}`), { exact: true }))
      .waitFor();
  await expect
    .poll(() =>
      dialog
        .getByRole('textbox', { name: say('field.order_id') })
        .evaluate((field) => field === field.ownerDocument.activeElement),
    )
    .toBe(true);
  await dialog.getByRole('textbox', { name: say('field.order_id') }).fill(String(order));
  await fill.selectOption('open');
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
  await device.open('/mine/statement?period=all');
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
