import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CustomerClient } from './support/customer-client.ts';
import { keepSession, seen } from './support/device.ts';
import { invite, setUpOfficePage } from './support/office-page.ts';
import { testAppWithMail } from './support/test-app.ts';

const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0', FAIRLOT_SESSIONS: 'always' });

it('a stricter stop-out level is previewed, approved by another administrator, and announced to the trader', async () => {
  const { fairlot, browser, mailbox } = site;
  const root = await setUpOfficePage(browser, fairlot.url, await fairlot.setUpUrl(), 'root');
  const till = await setUpOfficePage(browser, fairlot.url, await invite(root, 'till', 'finance', mailbox));
  const second = await setUpOfficePage(browser, fairlot.url, await invite(root, 'second', 'administrator', mailbox));

  const customer = new CustomerClient(fairlot.url);
  const email = `customer-${randomUUID()}@example.com`;
  await customer.register(email, () => mailbox.nextCode(email));
  await till.open(`/users/${customer.signedIn.user.id}`);
  await till.page.getByRole('button', { name: till.say('users.adjust') }).click();
  const adjust = till.page.getByRole('dialog');
  await adjust.getByRole('textbox', { name: till.say('field.amount') }).fill('1000');
  await adjust.getByRole('textbox', { name: till.say('field.memo') }).fill('opening balance');
  await till.confirm(till.say('users.adjust'));
  const eurusd = (await customer.call('tradeList')).find(({ Code }) => Code === 'EURUSD');
  const order = { type: 1, cont: '0.10', forex_id: eurusd?.Id ?? 0, status: '1', multiple: 100 };
  await expect.poll(() => customer.call('submit', order).catch(() => undefined)).toBeDefined();

  // Root proposes: the bounds are named, and the review shows what the level would close.
  const { page, say } = root;
  await root.open('/settings');
  const trading = page.locator('section').filter({ has: page.getByRole('heading', { name: say('settings.trading') }) });
  await trading.getByRole('button', { name: say('action.edit') }).click();
  const dialog = page.getByRole('dialog');
  const level = dialog.getByRole('textbox', { name: say('field.stop_out_ratio') });
  await level.fill('500');
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await dialog.getByRole('alert').first().waitFor();
  await level.fill('80');
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await dialog.getByText(say('settings.closesReal', { positions: '0', accounts: '0' })).waitFor();
  await dialog.getByText(say('settings.notice', { hours: 24 })).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await root.shot('office-stop-out-review');
  await seen(page.getByText(say('proposals.waits', { what: say('settings.trading'), id: 1 })), () =>
    root.confirm(say('action.save')),
  );

  await root.open('/proposals');
  await page.getByTestId('row').click();
  expect(await page.getByRole('button', { name: say('adjustments.approve') }).isDisabled()).toBe(true);

  await second.open('/proposals');
  await second.page.getByTestId('row').click();
  await second.page.getByRole('button', { name: say('adjustments.approve') }).click();
  await second.page.getByTestId('effect').waitFor();
  expect(await accessibilityFindings(second.page)).toEqual([]);
  await second.shot('office-proposal-approve');
  await second.confirm(say('adjustments.approve'));
  await second.page.getByText(say('state.approved')).filter({ visible: true }).first().waitFor();

  // The trader reads the present level, and from when the new one applies.
  const device = await site.open();
  await keepSession(device, JSON.stringify({ ...customer.signedIn, demoId: null }));
  await device.open('/order?type=1');
  const announced = device.page.getByTestId('announced').filter({ visible: true });
  await announced.waitFor();
  expect(await announced.textContent()).toContain('80');
  await device.page.getByText(device.say('orders.stopOutMark', { value: 50 })).waitFor();
  expect(await accessibilityFindings(device.page)).toEqual([]);
  await device.shot('trader-announced');
  expect(device.troubles).toEqual([]);
});
