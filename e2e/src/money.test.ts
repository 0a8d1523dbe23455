import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { codeFromOutbox, invite, setUpDesk } from './support/desk.ts';
import type { Desk } from './support/desk.ts';
import { openPhone } from './support/phone.ts';
import type { Phone } from './support/phone.ts';
import { story } from './support/story.ts';

const PASSWORD = 'a quiet harbour';
/** An address of the standard's own example (EIP-55), and the example of the IBAN registry. */
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const IBAN = 'DE89370400440532013000';
const BLURRED = 'The picture is blurred';
const NOT_ARRIVED = 'Nothing has arrived at our address';
const WRONG_NAME = 'The account is in another name';

interface Cast {
  readonly phone: Phone;
  readonly root: Desk;
  readonly reviewer: Desk;
  readonly till: Desk;
  readonly cashier: Desk;
}

// A phone on one side, four desks of the office on the other.
story<Cast>(
  'money of one’s own, from registration to payment',
  async ({ fairlot, browser }) => {
    const root = await setUpDesk(browser, fairlot.url, await fairlot.setUpUrl(), 'root');
    const reviewer = await setUpDesk(browser, fairlot.url, await invite(root, 'reviewer', 'compliance'));
    const till = await setUpDesk(browser, fairlot.url, await invite(root, 'till', 'finance'));
    const cashier = await setUpDesk(browser, fairlot.url, await invite(root, 'cashier', 'finance'));
    await openNetwork(root);
    return { phone: await openPhone(browser, fairlot.url), root, reviewer, till, cashier };
  },
  (part) => [
    part('registers with a code that the office finds in the outbox', async ({ phone, root }) => {
      const { page, say } = phone;
      await phone.open('/register');
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
    part('is verified after a first attempt that was rejected with its reason', async ({ phone, reviewer }) => {
      const { page, say } = phone;
      await submitIdentity(phone);
      await decide(reviewer, '/identity', 'identity', 'r', BLURRED);
      await phone.open('/user');
      await phone.open('/mine/auth');
      await page.reload();
      await page.getByText(BLURRED).waitFor();
      await phone.shot('identity-rejected');
      await submitIdentity(phone);
      await phone.shot('identity-waiting');
      await openFirst(reviewer, '/identity');
      await reviewer.shot('office-identity');
      await reviewer.page.keyboard.press('a');
      await reviewer.page
        .getByRole('dialog')
        .getByRole('textbox', { name: reviewer.say('field.country') })
        .fill('DE');
      await reviewer.confirm(reviewer.say('identity.approve'));
      await page.reload();
      await page.getByText(say('identity.finishedTitle')).waitFor();
    }),
    part('sees why a deposit was rejected, and the money of the next one', async ({ phone, till }) => {
      const { page, say } = phone;
      await deposit(phone, '900');
      await decide(till, '/deposits', 'deposits', 'r', NOT_ARRIVED);
      await page.reload();
      await page.getByText(NOT_ARRIVED).waitFor();
      await deposit(phone, '8000');
      await phone.shot('charge');
      await openFirst(till, '/deposits');
      await till.page.keyboard.press('a');
      await till.confirm(till.say('deposits.approve'));
      await page.reload();
      await page.getByText(say('charge.status.1')).waitFor();
      await phone.open('/user');
      await page.reload();
      await expect.poll(() => page.getByTestId('balance').textContent()).toContain('8,000.00');
    }),
    part('trades on the real account', async ({ phone }) => {
      const { page, say } = phone;
      await phone.open('/trade');
      await page
        .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
        .first()
        .click();
      const submit = page.getByRole('button', { name: new RegExp(`^${say('trade.side.buy')} \\d`) }).last();
      await expect.poll(() => submit.isEnabled()).toBe(true);
      await submit.click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('trade.done.toOrders') })
        .click();
      await page.waitForURL(/#\/order/);
      await page.getByText(say('orders.netValue')).filter({ visible: true }).first().waitFor();
      await page
        .locator('main button[aria-haspopup="dialog"]')
        .filter({ hasText: 'EUR/USD' })
        .filter({ visible: true })
        .click();
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
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }),
    part('binds an address and a bank account, and is led there before', async ({ phone }) => {
      const { page, say } = phone;
      // The screen asks once each time that it is entered.
      await phone.open('/user');
      await page.getByTestId('balance').waitFor();
      await phone.open('/mine/withdraw');
      await page.getByRole('alertdialog').getByText(say('draw.notBoundTitle')).waitFor();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('draw.bind') })
        .click();
      await page.waitForURL(/withdraw-way\?type=1/);
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      // The withdrawal has a list of currencies too, and stands until the form has come.
      await page.getByRole('textbox', { name: say('method.walletAddress') }).fill(ADDRESS);
      await page.getByRole('combobox').selectOption({ label: 'USDT-ERC20' });
      await page.getByRole('button', { name: say('method.submit') }).click();
      // Back to the withdrawal, which has found what was bound.
      await page.waitForURL(/mine\/withdraw$/);
      await page.getByRole('combobox', { name: say('draw.address') }).waitFor();
      await phone.open('/mine/withdraw-way?type=2');
      await page.getByRole('textbox', { name: say('method.bankName') }).fill('Bank of the Harbour');
      await page.getByRole('textbox', { name: say('method.payee') }).fill('A Traveller');
      await page.getByRole('textbox', { name: say('method.account') }).fill(IBAN);
      await page.getByRole('button', { name: say('method.submit') }).click();
      await page.waitForURL(/bank-card-list/);
      await phone.shot('bank-cards');
    }),
    part(
      'is paid after two people approved, sees why another withdrawal was rejected, and finds all of it in the ledger',
      async ({ phone, till, cashier }) => {
        const { page, say } = phone;
        await withdraw(phone, 'coin', '5500');
        await phone.shot('withdraw');
        for (const desk of [till, cashier]) {
          await openFirst(desk, '/withdrawals');
          await desk.page.keyboard.press('a');
          await desk.confirm(desk.say('withdrawals.approve'));
        }
        await cashier.page.getByRole('button', { name: new RegExp(`^${cashier.say('withdrawals.pay')}`) }).click();
        await cashier.page
          .getByRole('dialog')
          .getByRole('textbox', { name: cashier.say('field.reference') })
          .fill('0xabc');
        await cashier.confirm(cashier.say('withdrawals.pay'));
        await withdraw(phone, 'bank', '100');
        await decide(till, '/withdrawals', 'withdrawals', 'r', WRONG_NAME);
        await page.reload();
        await page.getByRole('radio', { name: say('money.bank') }).click();
        await page.getByText(WRONG_NAME).waitFor();
        await phone.open('/mine/history');
        await page.getByText(say('money.available')).filter({ visible: true }).waitFor();
        await page
          .getByText(/8,000\.00/)
          .first()
          .waitFor();
        await phone.shot('ledger');
        await sumsAgree(phone);
        expect(phone.troubles).toEqual([]);
      },
    ),
  ],
);

/** Every entry of the ledger, added up by kind, against what happened and what is left. */
async function sumsAgree({ page }: Phone): Promise<void> {
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
  expect(sum(1)).toBe(8000);
  expect(sum(2, 3)).toBe(-5500);
  // What was reserved for the rejected withdrawal came back.
  expect(frozen).toBe('0.000000');
  expect(sum(1, 2, 3, 4, 5, 8)).toBeCloseTo(Number(balance), 6);
}

async function submitIdentity(phone: Phone): Promise<void> {
  const { page, say } = phone;
  await phone.open('/mine/auth');
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

async function deposit(phone: Phone, amount: string): Promise<void> {
  const { page, say } = phone;
  await phone.open('/mine/charge');
  await page.getByText(ADDRESS).waitFor();
  await page.getByRole('textbox', { name: say('money.amount') }).fill(amount);
  const proof = page.getByRole('group', { name: say('charge.proof') });
  await proof
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await proof.getByText(say('image.sent')).waitFor();
  await page.getByRole('button', { name: say('charge.submit') }).click();
  await page.getByText(say('charge.status.0')).waitFor();
}

async function withdraw(phone: Phone, way: 'coin' | 'bank', amount: string): Promise<void> {
  const { page, say } = phone;
  await phone.open('/mine/withdraw');
  await page.getByRole('radio', { name: say(`money.${way}`) }).click();
  await page.getByRole('textbox', { name: say('draw.amount') }).fill(amount);
  await page.getByRole('button', { name: say('draw.submit') }).click();
  await page.getByRole('button', { name: say('draw.cancel') }).waitFor();
}

/** Opens the first record of a queue by keyboard. */
async function openFirst(desk: Desk, route: string): Promise<void> {
  await desk.open(route);
  await desk.page.reload();
  await desk.page.getByTestId('row').first().waitFor();
  await desk.page.keyboard.press('j');
  await desk.page.keyboard.press('Enter');
}

/** Rejects the first record of a queue with a reason. */
async function decide(desk: Desk, route: string, area: string, key: string, reason: string): Promise<void> {
  await openFirst(desk, route);
  await desk.page.keyboard.press(key);
  await desk.page
    .getByRole('dialog')
    .getByRole('textbox', { name: desk.say('field.reason') })
    .fill(reason);
  await desk.confirm(desk.say(`${area}.reject`));
}

/** Gives the network of the journey an address and opens it. */
async function openNetwork({ page, say, open, confirm }: Desk): Promise<void> {
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
