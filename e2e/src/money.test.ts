import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { codeFromOutbox, invite, setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { openDevice } from './support/device.ts';
import type { Device } from './support/device.ts';
import { journey } from './support/journey.ts';
import { orderRows, sendButton } from './support/orders.ts';
import { ADDRESS, IBAN } from './support/payment-terms.ts';
import { gone } from './support/gone.ts';

const PASSWORD = 'a quiet harbour';
const BLURRED = 'The picture is blurred';
const NOT_ARRIVED = 'Nothing has arrived at our address';
const KEPT = 'The network kept 10 dollars';
const WRONG_NAME = 'The account is in another name';

interface People {
  readonly device: Device;
  readonly root: OfficePage;
  readonly reviewer: OfficePage;
  readonly till: OfficePage;
  readonly cashier: OfficePage;
}

// The journey uses one trader's phone and four office pages.
journey<People>(
  'a live account, from registration to payment',
  async ({ fairlot, browser }) => {
    const root = await setUpOfficePage(browser, fairlot.url, await fairlot.setUpUrl(), 'root');
    const reviewer = await setUpOfficePage(browser, fairlot.url, await invite(root, 'reviewer', 'compliance'));
    const till = await setUpOfficePage(browser, fairlot.url, await invite(root, 'till', 'finance'));
    const cashier = await setUpOfficePage(browser, fairlot.url, await invite(root, 'cashier', 'finance'));
    await openNetwork(root);
    await endWaiting(root);
    return { device: await openDevice(browser, fairlot.url), root, reviewer, till, cashier };
  },
  (step) => [
    step('registers with a code that the office finds in the outbox', async ({ device, root }) => {
      const { page, say } = device;
      await device.open('/register');
      await page.getByRole('button', { name: new RegExp(`^${say('account.area')}`) }).click();
      await page.getByRole('searchbox').fill('+49');
      await page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
      await page
        .getByRole('textbox', { name: say('account.accountEmail') })
        .fill(`traveller-${randomUUID()}@example.com`);
      await page.getByLabel(say('account.password'), { exact: true }).fill(PASSWORD);
      await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: say('account.sendCode') }).click();
      await page.getByRole('button', { name: /\b(60|[1-5]?\d)\b/, disabled: true }).waitFor();
      await page.getByRole('textbox', { name: say('account.code') }).fill(await codeFromOutbox(root));
      await page.getByRole('checkbox', { name: say('register.consent') }).check();
      await page.getByRole('button', { name: say('register.submit') }).click();
      await page.waitForURL(/#\/user/);
    }),
    step('is verified after a first attempt, rejected with a reason', async ({ device, reviewer }) => {
      const { page, say } = device;
      await submitIdentity(device);
      await decide(reviewer, '/identity', 'identity', 'r', BLURRED);
      await device.open('/user');
      await device.open('/mine/auth');
      await page.reload();
      await page.getByText(BLURRED).waitFor();
      await device.shot('identity-rejected');
      await submitIdentity(device);
      await device.shot('identity-waiting');
      await openFirst(reviewer, '/identity');
      await reviewer.shot('office-identity');
      await reviewer.page.keyboard.press('a');
      await reviewer.page
        .getByRole('dialog')
        .getByRole('combobox', { name: reviewer.say('field.country') })
        .selectOption('DE');
      await reviewer.confirm(reviewer.say('identity.approve'));
      await page.reload();
      await page.getByText(say('identity.finishedTitle')).waitFor();
    }),
    step('sees why a deposit was rejected, and the credit of the next one', async ({ device, till, cashier }) => {
      const { page, say } = device;
      await deposit(device, '900');
      await decide(till, '/deposits', 'deposits', 'r', NOT_ARRIVED);
      await page.reload();
      await page.getByText(NOT_ARRIVED).waitFor();
      await deposit(device, '8000');
      await device.shot('charge');
      await openFirst(till, '/deposits');
      await till.page.keyboard.press('a');
      const dialog = till.page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: till.say('field.received') }).fill('7990');
      await dialog.getByRole('textbox', { name: till.say('field.reason') }).fill(KEPT);
      await till.shot('office-credit');
      await till.confirm(till.say('deposits.approve'));
      // The second person agrees to the figures of the first by leaving the fields empty.
      await openFirst(cashier, '/deposits');
      await cashier.page.keyboard.press('a');
      await cashier.page.getByRole('dialog').getByText(KEPT).waitFor();
      await cashier.confirm(cashier.say('deposits.approve'));
      await page.reload();
      await page.getByText(say('charge.status.1')).waitFor();
      await page.getByText(KEPT).waitFor();
      await device.shot('charge-credited');
      await device.open('/user');
      await page.reload();
      await expect.poll(() => page.getByTestId('balance').textContent()).toContain('7,990.00');
    }),
    step('trades on the real account', async ({ device }) => {
      const { page, say } = device;
      await device.open('/trade');
      await page
        .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
        .first()
        .click();
      const submit = sendButton(page, say);
      await expect.poll(() => submit.isEnabled()).toBe(true);
      await submit.click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('trade.done.toOrders') })
        .click();
      await page.waitForURL(/#\/order/);
      await page.getByText(say('orders.netValue')).filter({ visible: true }).first().waitFor();
      await orderRows(page, 'EUR/USD').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('orders.close') })
        .click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('orders.close') })
        .click();
      await page
        .getByRole('paragraph')
        .filter({ hasText: say('orders.empty.holding') })
        .waitFor();
      await gone(page.getByRole('dialog'));
    }),
    step('binds an address and a bank account, sent there from the withdrawal', async ({ device }) => {
      const { page, say } = device;
      // The withdrawal screen asks for a method once per visit, so the journey leaves it and enters it again.
      await device.open('/user');
      await page.getByTestId('balance').waitFor();
      await device.open('/mine/withdraw');
      await page.getByRole('alertdialog').getByText(say('draw.notBoundTitle')).waitFor();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('draw.bind') })
        .click();
      await page.waitForURL(/withdraw-way\?type=1/);
      await gone(page.getByRole('alertdialog'));
      // The withdrawal screen also has a list of currencies, and stays until the form is loaded.
      await page.getByRole('textbox', { name: say('method.walletAddress') }).fill(ADDRESS);
      await page.getByRole('combobox').selectOption({ label: 'USDT-ERC20' });
      await page.getByLabel(say('account.password'), { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: say('method.submit') }).click();
      // The page returns to the withdrawal, which lists the bound address.
      await page.waitForURL(/mine\/withdraw$/);
      await page.getByRole('combobox', { name: say('draw.address') }).waitFor();
      await device.open('/mine/withdraw-way?type=2');
      await page.getByRole('textbox', { name: say('method.bankName') }).fill('Bank of the Harbour');
      await page.getByRole('textbox', { name: say('method.payee') }).fill('A Traveller');
      await page.getByRole('textbox', { name: say('method.account') }).fill(IBAN);
      await page.getByLabel(say('account.password'), { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: say('method.submit') }).click();
      await page.waitForURL(/bank-card-list/);
      await device.shot('bank-cards');
    }),
    step(
      'is paid after two approvals, sees why another withdrawal was rejected, and finds all entries in the ledger',
      async ({ device, till, cashier }) => {
        const { page, say } = device;
        await withdraw(device, 'coin', '5500');
        await device.shot('withdraw');
        for (const colleague of [till, cashier]) {
          await openFirst(colleague, '/withdrawals');
          await colleague.page.keyboard.press('a');
          await colleague.confirm(colleague.say('withdrawals.approve'));
        }
        await till.page.reload();
        const press = (text: string) => till.page.getByRole('button', { name: new RegExp(`^${text}`) }).click();
        await press(till.say('withdrawals.claim'));
        await till.confirm(till.say('withdrawals.claim'));
        await press(till.say('withdrawals.pay'));
        const dialog = till.page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: till.say('field.reference') }).fill('0xabc');
        await till.confirm(till.say('withdrawals.pay'));
        await withdraw(device, 'bank', '100');
        await decide(till, '/withdrawals', 'withdrawals', 'r', WRONG_NAME);
        await page.reload();
        await page.getByRole('radio', { name: say('money.bank') }).click();
        await page.getByText(WRONG_NAME).waitFor();
        await device.open('/mine/history');
        await page.getByText(say('money.available')).filter({ visible: true }).waitFor();
        await page
          .getByText(/7,990\.00/)
          .first()
          .waitFor();
        await device.shot('ledger');
        await sumsAgree(device);
        expect(device.troubles).toEqual([]);
      },
    ),
  ],
);

/** Sums all ledger entries by type and compares them with the expected figures and the balance. */
async function sumsAgree({ page }: Device): Promise<void> {
  const { entries, balance, frozen } = await page.evaluate(async () => {
    const token = /"token":"([^"]+)"/.exec(localStorage.getItem('fairlot.session') ?? '')?.[1] ?? '';
    const read = async (path: string) =>
      (await (await fetch(path, { headers: { lang: 'en', authorization: token } })).json()).data;
    const first = await read('/v1/api/main/accountLog/forexChange?page=1');
    const wallet = await read('/v1/api/main/wallet/getBalance');
    return {
      entries: first.list as { Value: string; Type: number }[],
      balance: String(wallet.balance),
      frozen: String(wallet.lock_balance),
    };
  });
  const sum = (...types: number[]): number =>
    entries
      .filter(({ Type }) => types.includes(Type))
      .reduce((total, { Value }) => total + Math.round(Number(Value) * 1e6), 0) / 1e6;
  expect(sum(1)).toBe(7990);
  expect(sum(2, 3)).toBe(-5500);
  // The reserve of the rejected withdrawal was released.
  expect(frozen).toBe('0.000000');
  expect(sum(1, 2, 3, 4, 5, 8)).toBeCloseTo(Number(balance), 6);
}

async function submitIdentity(device: Device): Promise<void> {
  const { page, say } = device;
  await device.open('/mine/auth');
  await page.getByRole('textbox', { name: say('identity.name') }).fill('A Traveller');
  await page.getByRole('textbox', { name: say('identity.cardId') }).fill('X1234567');
  const picture = await page.screenshot();
  for (const side of ['identity.front', 'identity.reverse']) {
    const field = page.getByRole('group', { name: say(side) });
    await field
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'side.png', mimeType: 'image/png', buffer: picture });
    await field.getByText(say('image.sent')).waitFor();
  }
  await page.getByRole('button', { name: say('identity.submit') }).click();
  await page.getByText(say('identity.waitingTitle')).waitFor();
}

async function deposit(device: Device, amount: string): Promise<void> {
  const { page, say } = device;
  await device.open('/mine/charge');
  await page.getByText(ADDRESS).waitFor();
  await page.getByRole('textbox', { name: say('money.amount') }).fill(amount);
  const transaction = say('draw.optional', { field: say('charge.transaction') });
  await page.getByRole('textbox', { name: transaction }).fill(`0x${amount.padStart(8, '0').repeat(8)}`);
  const proof = page.getByRole('group', { name: say('charge.proof') });
  await proof
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await proof.getByText(say('image.sent')).waitFor();
  await page.getByRole('button', { name: say('charge.submit') }).click();
  await page.getByText(say('charge.status.0')).waitFor();
}

async function withdraw(device: Device, way: 'coin' | 'bank', amount: string): Promise<void> {
  const { page, say } = device;
  await device.open('/mine/withdraw');
  await page.getByRole('radio', { name: say(`money.${way}`) }).click();
  await page.getByRole('textbox', { name: say('draw.amount') }).fill(amount);
  await page.getByLabel(say('account.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: say('draw.submit') }).click();
  await page.getByRole('button', { name: say('draw.cancel') }).waitFor();
}

/** Opens the first record of a queue by keyboard. */
async function openFirst(colleague: OfficePage, route: string): Promise<void> {
  await colleague.open(route);
  await colleague.page.reload();
  await colleague.page.getByTestId('row').first().waitFor();
  await colleague.page.keyboard.press('j');
  await colleague.page.keyboard.press('Enter');
  // The record's shortcut keys work once it is open.
  await colleague.page.getByRole('button', { name: colleague.say('list.close'), exact: true }).waitFor();
}

/** Rejects the first record of a queue with a reason. */
async function decide(colleague: OfficePage, route: string, area: string, key: string, reason: string): Promise<void> {
  await openFirst(colleague, route);
  await colleague.page.keyboard.press(key);
  await colleague.page
    .getByRole('dialog')
    .getByRole('textbox', { name: colleague.say('field.reason') })
    .fill(reason);
  await colleague.confirm(colleague.say(`${area}.reject`));
}

/** Sets the address of the journey's network and enables it. */
async function openNetwork({ page, say, open, confirm }: OfficePage): Promise<void> {
  await open('/funding?tab=networks');
  await page
    .getByRole('row', { name: /USDT ERC20/ })
    .getByRole('button')
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('field.address') }).fill(ADDRESS);
  await dialog.getByRole('switch', { name: say('field.enabled') }).click();
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await confirm(say('action.save'));
}

/** Lets withdrawals be requested at once after a new method or sign-in. */
async function endWaiting({ page, say, open, confirm }: OfficePage): Promise<void> {
  await open('/settings');
  const money = page.locator('section').filter({ has: page.getByRole('heading', { name: say('settings.money') }) });
  await money.getByRole('button', { name: say('action.edit') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('field.withdrawal_wait_hours') }).fill('0');
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await confirm(say('action.save'));
}
