import { randomUUID } from 'node:crypto';
import { calls, staffCalls } from '@fairlot/contract';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import { keepSession } from './support/device.ts';
import { setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { bindBoth, openDeposits } from './support/payment-terms.ts';
import { StaffClient } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';
import { gone } from './support/gone.ts';

const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });
let root: StaffClient;
let till: OfficePage;
let tillClient: StaffClient;

beforeAll(async () => {
  root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
  tillClient = await root.hire('till', ['finance'], site.mailbox);
  const { version } = await root.call('siteSettings');
  await root.call('changeSiteSettings', { version, values: { withdrawal_needs_verification: false } });
  await openDeposits(root);
  const token = await root.invite('cashier', ['finance'], site.mailbox);
  till = await setUpOfficePage(site.browser, site.fairlot.url, `${site.fairlot.url}/office/#/setup?token=${token}`);
});

async function newCustomer(): Promise<CustomerClient> {
  const customer = new CustomerClient(site.fairlot.url);
  const email = `customer-${randomUUID()}@example.com`;
  await customer.register(email, () => site.mailbox.nextCode(email));
  return customer;
}

/** Paths of the page's requests from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

/** Number of a deposit that a new customer has reported. */
async function reportedDeposit(transaction: string): Promise<number> {
  const customer = await newCustomer();
  const [network] = await customer.call('chargeNetworks');
  const { id } = await customer.call('chargeSubmit', {
    number: '70',
    proofImg: await customer.upload(await till.page.screenshot()),
    address: network?.address ?? '',
    charge_id: network?.id ?? 0,
    transaction_id: transaction.repeat(16),
  });
  return id;
}

it('a credit that was dismissed without a network is not carried out when the network is back', async () => {
  const deposit = await reportedDeposit('ab12');
  const { page, say, context } = till;
  await till.open(`/deposits?id=${deposit}`);
  await page.getByRole('img', { name: say('deposits.proof') }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  const credit = dialog.getByRole('button', { name: say('deposits.approve'), exact: true });
  await credit.waitFor();
  await context.setOffline(true);
  await credit.click();
  // The failure is told at once, so that the dialog can be left.
  await dialog.getByText(say('action.unknown')).waitFor();
  await page.keyboard.press('Escape');
  await gone(dialog);

  const requests = requestsOf(page);
  await context.setOffline(false);
  await till.open('/withdrawals');
  await expect.poll(() => requests).toContain(staffCalls.staffWithdrawals.path);
  expect(requests).not.toContain(staffCalls.depositFinish.path);
  const { list } = await tillClient.call('staffDeposits', { status: '0' });
  expect(list.map(({ id }) => id)).toContain(deposit);
});

it('a credit under way stays open until its outcome is told', async () => {
  const deposit = await reportedDeposit('cd34');
  const { page, say } = till;
  await till.open(`/deposits?id=${deposit}`);
  await page.getByRole('img', { name: say('deposits.proof') }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  const credit = dialog.getByRole('button', { name: say('deposits.approve'), exact: true });
  await credit.waitFor();
  const path = `**${staffCalls.depositFinish.path}`;
  const asked = new Promise<Route>((resolve) => void page.route(path, resolve));
  await credit.click();
  const route = await asked;
  await page.keyboard.press('Escape');
  await route.fulfill({ json: { code: 9002, msg: 'The till is closed', reason: 'transaction_used', data: null } });
  await dialog.getByText('The till is closed').waitFor();
  await page.unroute(path);
  await page.keyboard.press('Escape');
  await gone(dialog);
});

it('the office shows no sign-in when the network fails at its start, and asks again who is signed in', async () => {
  const { page, say } = till;
  await till.open('/withdrawals');
  const path = `**${staffCalls.staffSelf.path}`;
  await page.route(path, (route) => route.abort('connectionreset'));
  await page.reload();
  const retry = page.getByRole('button', { name: say('error.retry') });
  await retry.waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await till.shot('office-without-network');
  await page.unroute(path);
  await retry.click();
  await page.getByRole('heading', { name: say('menu.withdrawals') }).waitFor();
});

it('a withdrawal whose screen was left without a network is not asked for when the network is back', async () => {
  const customer = await newCustomer();
  await tillClient.call('officeAdjust', {
    user_id: customer.signedIn.user.id,
    amount: '1000',
    memo: 'opening balance',
  });
  await bindBoth(customer);
  const device = await site.open();
  await keepSession(device, JSON.stringify({ ...customer.signedIn, demoId: null }));
  const { page, say, context } = device;
  await device.open('/user');
  await page.getByTestId('balance').waitFor();
  await device.open('/mine/withdraw');
  await page.getByRole('textbox', { name: say('draw.amount') }).fill('50');
  await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
  await context.setOffline(true);
  await page.getByRole('button', { name: say('draw.submit') }).click();
  await page.getByText(say('error.network', { code: 'ERR_NETWORK' })).waitFor();
  await device.open('/user');
  await page.getByTestId('balance').waitFor();

  const requests = requestsOf(page);
  await context.setOffline(false);
  await device.open('/mine/charge');
  await expect.poll(() => requests).toContain(calls.chargeNetworks.path);
  expect(requests).not.toContain(calls.draw.path);
  expect(await customer.call('drawRecords', { type: '1', page: 1 })).toEqual({ data: [], total: 0 });
  await context.close();
});
