import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CustomerClient } from './support/customer-client.ts';
import { keepSession, seen } from './support/device.ts';
import { openChart } from './support/orders.ts';
import { invite, setUpOfficePage } from './support/office-page.ts';
import { testAppWithMail } from './support/test-app.ts';

const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0', FAIRLOT_SESSIONS: 'always' });

it('a new swap is proposed, approved by another administrator, and announced in the ticket', async () => {
  const { fairlot, browser, mailbox } = site;
  const root = await setUpOfficePage(browser, fairlot.url, await fairlot.setUpUrl(), 'root');
  const second = await setUpOfficePage(browser, fairlot.url, await invite(root, 'second', 'administrator', mailbox));
  const customer = new CustomerClient(fairlot.url);
  const email = `customer-${randomUUID()}@example.com`;
  await customer.register(email, () => mailbox.nextCode(email));

  const { page, say } = root;
  await root.open('/instruments?q=XAUUSD');
  await page.getByTestId('row').filter({ hasText: 'XAUUSD' }).click();
  await page.getByRole('button', { name: say('instruments.edit') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('field.swap_long'), exact: true }).fill('-44.5');
  await dialog.getByRole('combobox', { name: say('field.swap_triple_weekday') }).selectOption('5');
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await dialog.getByText('44.5').first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await root.shot('office-swap-review');
  await seen(page.getByText(say('proposals.waits', { what: say('instruments.edit'), id: 1 })), () =>
    root.confirm(say('action.save')),
  );

  await second.open('/proposals');
  await second.page.getByTestId('row').click();
  await second.page.getByRole('button', { name: say('adjustments.approve') }).click();
  await second.page.getByRole('dialog').getByText('44.5').first().waitFor();
  await second.page.getByRole('dialog').getByText(say('day.5')).waitFor();
  expect(await accessibilityFindings(second.page)).toEqual([]);
  await second.shot('office-swap-approve');
  await second.confirm(say('adjustments.approve'));
  await second.open('/instruments?q=XAUUSD');
  await second.page.getByTestId('row').filter({ hasText: 'XAUUSD' }).click();
  await second.page.getByTestId('announced-swap').filter({ visible: true }).waitFor();
  await second.shot('office-swap-announced');

  const device = await site.open();
  await keepSession(device, JSON.stringify({ ...customer.signedIn, demoId: null }));
  await openChart(device, 'XAUUSD');
  await device.page
    .getByRole('button', { name: new RegExp(`^${device.say('trade.side.buy')}`) })
    .first()
    .click();
  const announced = device.page.getByTestId('announced-swap').filter({ visible: true });
  await announced.scrollIntoViewIfNeeded();
  expect(await announced.textContent()).toContain('44.5');
  expect(await accessibilityFindings(device.page)).toEqual([]);
  await device.shot('trader-announced-swap');
  expect(device.troubles).toEqual([]);
});
