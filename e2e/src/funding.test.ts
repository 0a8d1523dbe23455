import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { encode } from 'uqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import { keepSession, seen } from './support/device.ts';
import type { Device } from './support/device.ts';
import { tabTo } from './support/keyboard.ts';
import { setUpOfficePage } from './support/office-page.ts';
import { ADDRESS, EURO_BANK, IBAN, bindBoth, openDeposits } from './support/payment-terms.ts';
import { StaffClient } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';
import { Touch, pointIn } from './support/touch.ts';
import { gone } from './support/gone.ts';

const UPLOAD = '**/api/common/image_upload';

describe('deposits, withdrawals and payment methods of a customer', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });
  let root: StaffClient;
  let till: StaffClient;
  let cashier: string;

  beforeAll(async () => {
    root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
    till = await root.hire('till', ['finance'], site.mailbox);
    // Before the first live account: a new colleague may not approve for a day after it.
    cashier = await root.invite('cashier', ['finance'], site.mailbox);
    const { version } = await root.call('siteSettings');
    await root.call('changeSiteSettings', { version, values: { withdrawal_needs_verification: false } });
    await openDeposits(root);
  });

  /** A new customer with this many dollars, and a phone with the session. */
  async function newCustomer(
    dollars?: string,
  ): Promise<{ readonly device: Device; readonly customer: CustomerClient }> {
    const customer = new CustomerClient(site.fairlot.url);
    const email = `customer-${randomUUID()}@example.com`;
    await customer.register(email, () => site.mailbox.nextCode(email));
    if (dollars !== undefined)
      await till.call('officeAdjust', { user_id: customer.signedIn.user.id, amount: dollars, memo: 'opening balance' });
    const device = await site.open();
    await keepSession(device, JSON.stringify({ ...customer.signedIn, demoId: null }));
    return { device, customer };
  }

  it('a bank deposit in euros goes from the receipt, through two failed uploads, to the balance', async () => {
    const { device } = await newCustomer();
    const { page, say } = device;
    await device.open('/mine/charge');
    await page.getByRole('radio', { name: say('money.bank') }).click();
    await page.getByRole('combobox', { name: say('charge.currency') }).selectOption({ label: 'EUR' });
    await page.getByRole('radio', { name: new RegExp(EURO_BANK) }).check();
    await page.getByRole('textbox', { name: say('money.amount') }).fill('250');
    await page.getByText(say('charge.worth', { amount: '312.50' })).waitFor();
    const reference = await page.getByText(/^RF\d\d( \d+)+$/).textContent();
    const proof = page.getByRole('group', { name: say('charge.proof') });
    const picture = await page.screenshot();

    // The network breaks: the page says so, and the field is empty for another try.
    await page.route(UPLOAD, (route) => route.abort('connectionreset'));
    await seen(page.getByText(say('error.network', { code: 'ERR_NETWORK' })), () => choose(proof, picture));
    await isEmpty(device, proof);
    await page.unroute(UPLOAD);
    // The server refuses what is no picture.
    await seen(page.getByText(say('reason.image_type_unsupported')), () => choose(proof, Buffer.from('not a picture')));
    await isEmpty(device, proof);
    await page.getByRole('button', { name: say('charge.submit') }).click();
    await proof.getByText(say('charge.enterProof')).waitFor();
    await device.shot('deposit-upload-failed');
    expect(await accessibilityFindings(page)).toEqual([]);

    await choose(proof, picture);
    await proof.getByText(say('image.sent')).waitFor();
    await page.getByRole('button', { name: say('charge.submit') }).click();
    await page.getByText(say('charge.status.0')).waitFor();

    const link = `${site.fairlot.url}/office/#/setup?token=${cashier}`;
    const office = await setUpOfficePage(site.browser, site.fairlot.url, link);
    await office.open('/deposits');
    const search = office.page.getByRole('searchbox', { name: office.say('field.deposit_search') });
    await search.fill(reference ?? '');
    // The search is sent a moment after the last letter, here before a record that was opened meanwhile is drawn.
    await office.page.getByTestId('row').first().evaluate(pressOnBusyPage);
    await office.page.waitForURL(/search=/);
    const receipt = office.page.getByRole('img', { name: office.say('deposits.proof') });
    await receipt.waitFor();
    await expect.poll(() => receipt.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
    await office.page.getByText('250.00 EUR').first().waitFor();
    await office.page.keyboard.press('a');
    const dialog = office.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: office.say('field.transaction_id') }).fill('LH 2026-17');
    await office.shot('office-credit-euros');
    await office.confirm(office.say('deposits.approve'));
    // A link to another search on the same screen is shown, not overwritten by the one that was typed.
    await office.open('/deposits?search=nothing');
    await office.page.getByText(office.say('list.empty')).waitFor();
    await expect.poll(() => search.inputValue()).toBe('nothing');
    // Nor does a search that was typed just before lead back from the way to another screen.
    await search.fill('LH');
    await office.page.getByRole('link', { name: office.say('menu.withdrawals') }).evaluate(pressOnBusyPage);
    await office.page.getByRole('heading', { name: office.say('menu.withdrawals') }).waitFor();

    await page.reload();
    await page.getByRole('radio', { name: say('money.bank') }).click();
    await page.getByText(say('charge.status.1')).waitFor();
    await device.open('/user');
    await expect.poll(() => page.getByTestId('balance').textContent()).toContain('312.50');
    await office.context.close();
    await device.context.close();
  });

  it('the QR code of a coin deposit holds the address that is shown', async () => {
    const { device } = await newCustomer();
    const { page, say } = device;
    await device.open('/mine/charge');
    await page.getByText(ADDRESS, { exact: true }).waitFor();
    const drawn = await modulesOf(page.getByRole('img', { name: say('charge.qr') }), size(ADDRESS));
    expect(drawn).toEqual(encode(ADDRESS, { ecc: 'H', border: 2 }).data);
    // Another address of the same length is another picture: the comparison can fail.
    expect(drawn).not.toEqual(encode(`${ADDRESS.slice(0, -1)}0`, { ecc: 'H', border: 2 }).data);
    await device.context.close();
  });

  it('a withdrawal is cancelled after a second thought, and its money is free again', async () => {
    const { device, customer } = await newCustomer('1000');
    await bindBoth(customer);
    const { page, say } = device;
    await device.open('/mine/withdraw');
    await page.getByRole('textbox', { name: say('draw.amount') }).fill('150');
    await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await page.getByRole('button', { name: say('draw.submit') }).click();
    // Scoped to the records: the dialog's button has the same name, and both are on the page while the dialog closes.
    const records = page.getByRole('region', { name: say('money.records') });
    const cancel = records.getByRole('button', { name: say('draw.cancel') });
    await cancel.waitFor();
    expect(await customer.call('getBalance')).toEqual({ balance: '850.000000', lock_balance: '150.000000' });

    await cancel.click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(say('draw.cancelText', { amount: '150.00' })).waitFor();
    await device.shot('withdrawal-cancel');
    await dialog.getByRole('button', { name: say('draw.keep') }).click();
    await gone(dialog);
    expect(await customer.call('getBalance')).toMatchObject({ lock_balance: '150.000000' });

    // The list cannot be read again: the answer to the cancellation itself must be shown.
    await page.route('**/api/account/draw_list?**', () => undefined);
    await cancel.click();
    const confirm = dialog.getByRole('button', { name: say('draw.cancel') });
    await seen(page.getByText(say('done.withdrawal_cancelled')), () => confirm.click());
    await cancel.waitFor({ state: 'detached' });
    await records.getByText(say('withdrawal_status.cancelled'), { exact: true }).waitFor();
    expect(await customer.call('getBalance')).toEqual({ balance: '1000.000000', lock_balance: '0.000000' });
    await expect.poll(() => page.getByText(/1,000\.00/).count()).toBeGreaterThan(0);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('a list that cannot be read again says so, and is read on demand', async () => {
    const { device } = await newCustomer('1000');
    const { page, say } = device;
    await device.open('/mine/history');
    const entry = page.getByRole('listitem').filter({ hasText: '1,000.00' });
    await entry.waitFor();
    const path = '**/accountLog/forexChange?**';
    await page.route(path, (route) =>
      route.fulfill({ json: { code: 9002, msg: 'busy', reason: 'overloaded', data: null } }),
    );
    await page.getByRole('button', { name: say('common.refresh') }).click();
    const old = page.getByRole('alert').filter({ hasText: say('money.failed') });
    await old.waitFor();
    expect(await entry.count()).toBe(1);
    expect(await accessibilityFindings(page)).toEqual([]);
    await device.shot('list-old');
    await page.unroute(path);
    await old.getByRole('button', { name: say('common.retry') }).click();
    await old.waitFor({ state: 'detached' });
    await entry.waitFor();
    await device.context.close();
  });

  it('a withdrawal method is unbound by a swipe, and by the keyboard', async () => {
    const { device, customer } = await newCustomer();
    await bindBoth(customer);
    const { page, say } = device;
    const dialog = page.getByRole('alertdialog');
    const remove = page.getByRole('button', { name: say('method.remove') });

    await device.open('/mine/coin-address-list');
    const row = page.getByRole('listitem').filter({ hasText: ADDRESS });
    await row.waitFor();
    const touch = await Touch.of(page);
    await touch.move([[await pointIn(row, 0.6, 0.5), await pointIn(row, 0.1, 0.5)]]);
    // The row's own button makes room for the one behind it.
    await row.locator('[data-open]').waitFor();
    await expect.poll(() => remove.filter({ visible: true }).count()).toBe(1);
    await device.shot('method-swiped');
    await remove.filter({ visible: true }).click();
    await dialog.getByText(say('method.removeTitle')).waitFor();
    await dialog.getByRole('button', { name: say('method.remove') }).click();
    await page.getByText(say('method.noAddresses')).waitFor();

    await device.open('/mine/bank-card-list');
    await page.getByText(IBAN).waitFor();
    await tabTo(page, new RegExp(`button "${say('method.remove')}"`));
    await page.keyboard.press('Enter');
    await dialog.getByText(say('method.removeTitle')).waitFor();
    await tabTo(page, new RegExp(`button "${say('method.remove')}"`));
    await page.keyboard.press('Enter');
    await page.getByText(say('method.noCards')).waitFor();
    for (const type of ['1', '2']) expect(await customer.call('drawMethods', { draw_type: type })).toEqual([]);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});

async function choose(field: Locator, content: Buffer): Promise<void> {
  const file = { name: 'receipt.png', mimeType: 'image/png', buffer: content };
  await field.locator('input[type=file]').last().setInputFiles(file);
}

/** Presses what is drawn late, on a page that is busy until a search that was typed just before is due. */
function pressOnBusyPage(target: HTMLElement | SVGElement): void {
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  const end = performance.now() + 500;
  while (performance.now() < end);
}

/** The upload has gone, and another picture can be chosen. */
async function isEmpty({ say }: Device, field: Locator): Promise<void> {
  await field.getByText(say('image.choose')).waitFor();
  expect(await field.getByText(say('image.sent')).count()).toBe(0);
}

/** Modules along an edge, with the border. */
const size = (text: string): number => encode(text, { ecc: 'H', border: 2 }).size;

/** The modules of a drawn QR code, each read at its middle; true is dark. */
function modulesOf(image: Locator, modules: number): Promise<boolean[][]> {
  return image.evaluate(async (element, edge) => {
    const DOT = 8;
    const picture = element as HTMLImageElement;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: edge * DOT, height: edge * DOT });
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const isDark = (column: number, row: number): boolean =>
      (context?.getImageData((column + 0.5) * DOT, (row + 0.5) * DOT, 1, 1).data[0] ?? 255) < 128;
    return Array.from({ length: edge }, (_, row) => Array.from({ length: edge }, (__, column) => isDark(column, row)));
  }, modules);
}
