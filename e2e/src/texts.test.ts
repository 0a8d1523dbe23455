import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import { keepSession, seen, signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { openChart } from './support/orders.ts';
import { testAppWithMail } from './support/test-app.ts';
import { StaffClient } from './support/staff-client.ts';
import { IBAN, RECEIVING_ACCOUNT } from './support/payment-terms.ts';

// The error catalogue of the specification (section 8): each test causes a message on the screen where it belongs.
describe('the messages for missing, refused and completed actions', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });
  const newDevice = site.open;
  let root: StaffClient;
  let second: StaffClient;

  beforeAll(async () => {
    root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
    second = await root.hire('second', ['administrator'], site.mailbox);
    const { version } = await root.call('siteSettings');
    await root.call('changeSiteSettings', {
      version,
      values: { is_show_mobile: true, withdrawal_needs_verification: false },
    });
  });

  /** Opens a device with the session of a new customer with a live account. */
  async function newCustomer(): Promise<Device> {
    const customer = new CustomerClient(site.fairlot.url);
    const email = `customer-${randomUUID()}@example.com`;
    await customer.register(email, () => site.mailbox.nextCode(email));
    return deviceOf(customer);
  }

  /** Opens a device with this customer's session. */
  async function deviceOf(customer: CustomerClient): Promise<Device> {
    const device = await newDevice();
    await keepSession(device, JSON.stringify({ ...customer.signedIn, demoId: null }));
    return device;
  }

  it('sign-in and registration name each empty or invalid field', async () => {
    const { page, say, open, context } = await newDevice();
    await open('/login');
    await page.getByText(say('market.simulatedNotice')).waitFor();
    const signIn = page.getByRole('button', { name: say('login.submit'), exact: true });
    await signIn.click();
    await page.getByText(say('account.enterEmail')).waitFor();
    await page.getByText(say('account.enterPassword')).waitFor();
    await page.getByRole('radio', { name: say('account.mobile') }).click();
    await signIn.click();
    await page.getByText(say('account.enterMobile')).waitFor();

    await open('/register');
    await page.getByPlaceholder(say('register.enterInvite')).waitFor();
    await page.getByLabel(say('account.password'), { exact: true }).fill('a quiet harbour');
    await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill('a loud harbour');
    await page.getByRole('button', { name: say('register.submit') }).click();
    await page.getByText(say('account.inconsistent')).waitFor();
    await page.getByText(say('account.enterCode')).waitFor();
    await page.getByText(say('account.enterEmail')).waitFor();
    await context.close();
  });

  it('identity and password screens name what a new customer still has to enter', async () => {
    const { page, say, open, context } = await newCustomer();
    await open('/mine/auth');
    await page.getByRole('button', { name: say('identity.submit') }).click();
    await page.getByText(say('identity.enterName')).waitFor();
    await page.getByText(say('identity.enterCardId')).waitFor();

    await open('/mine/password');
    await page.getByRole('button', { name: say('password.submit') }).click();
    await page.getByText(say('account.enterOldPassword')).waitFor();
    expect(await page.getByText(say('account.fillInAll')).count()).toBe(2);
    await page.getByLabel(say('account.newPassword'), { exact: true }).fill('a quiet harbour');
    await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill('a loud harbour');
    await page.getByRole('button', { name: say('password.submit') }).click();
    await page.getByText(say('account.notEqual')).waitFor();
    await context.close();
  });

  it('deposit and withdrawal say which method is missing', async () => {
    const { page, say, open, context } = await newCustomer();
    await open('/mine/charge');
    await page.getByText(say('money.empty')).waitFor();
    const [coin] = await root.call('staffCoins');
    await closeAccounts(root);
    await page.getByRole('radio', { name: say('money.bank') }).click();
    await page.getByText(say('charge.noChannel')).waitFor();
    const account = { bank_coin: coin?.id, ...RECEIVING_ACCOUNT, bank_remark: '' };
    const { proposal } = await root.call('receivingAccountSave', account);
    await second.call('decideProposal', { id: proposal, approve: true });
    await page.reload();
    await page.getByRole('radio', { name: say('money.bank') }).click();
    await page.getByRole('textbox', { name: say('money.amount') }).fill('100');
    await page.getByRole('button', { name: say('charge.submit') }).click();
    await page.getByText(say('charge.noPayWay')).waitFor();

    await open('/mine/withdraw');
    const question = page.getByRole('alertdialog');
    await question.getByText(say('draw.notBoundTitle')).waitFor();
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    await page.getByText(say('draw.setUpFirst')).waitFor();
    await context.close();
  });

  it('a bank account keeps the remark that it was given', async () => {
    const { page, say, open, context, shot } = await newCustomer();
    await open('/mine/withdraw-way?type=2');
    await page.getByRole('textbox', { name: say('method.bankName') }).fill('Bank of the Harbour');
    await page.getByRole('textbox', { name: say('method.payee') }).fill('Ada Harbour');
    await page.getByRole('textbox', { name: say('method.account') }).fill(IBAN);
    const remark = page.getByRole('textbox', { name: say('draw.optional', { field: say('method.remark') }) });
    await remark.fill('Savings, quarterly');
    await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await shot('bind-bank');
    await page.getByRole('button', { name: say('method.submit') }).click();
    await page.waitForURL(/#\/mine\/bank-card-list/);
    await page.getByText(`${say('method.remark')}: Savings, quarterly`).waitFor();
    await shot('bank-list');
    await context.close();
  });

  it('an instrument without leverage refuses orders and says why', async () => {
    const trader = new CustomerClient(site.fairlot.url);
    await trader.tryDemo();
    const device = await deviceOf(trader);
    const { page, say, context } = device;
    // No other test trades it, and starting it again would need a second administrator.
    const { list } = await root.call('officeInstruments', { q: 'NZDUSD' });
    await root.call('officeChangeInstrument', { id: list[0]?.id, terms: { leverages: [] } });
    await openChart(device, 'NZDUSD');
    await page
      .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
      .first()
      .click();
    await page.getByText(say('trade.problem.leverage_not_configured')).filter({ visible: true }).first().waitFor();
    await context.close();
  });

  it('completed and ended actions are confirmed', async () => {
    const visitor = await newDevice();
    await signInToDemo(visitor);
    await visitor.open('/mine/wallet');
    await visitor.page.getByText(visitor.say('account.realOnly')).waitFor();
    await visitor.context.close();

    const { page, say, open, context } = await newCustomer();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/mine/invite');
    await seen(page.getByText(say('copied.done')), () =>
      page.getByRole('button', { name: say('invite.copy') }).click(),
    );
    await context.close();
  });

  it('a list says at its end that there is no more', async () => {
    const trader = new CustomerClient(site.fairlot.url);
    await trader.tryDemo();
    const instrument = (await trader.call('tradeList')).find(({ Code }) => Code === 'EURUSD');
    const { order } = await trader.call('submit', {
      type: 1,
      cont: '0.10',
      forex_id: instrument?.Id ?? 0,
      status: '0',
      target_price: '0.90000',
    });
    await trader.call('cancelTrade', { id: order.Id });
    const { page, say, open, context } = await deviceOf(trader);
    await open('/order?type=3');
    await page.getByText(say('common.noMore')).filter({ visible: true }).waitFor();
    await context.close();
  });
});

/** Disables every bank account of the operator, in case a failed attempt left one enabled. */
async function closeAccounts(root: StaffClient): Promise<void> {
  for (const account of await root.call('staffReceivingAccounts'))
    await root.call('receivingAccountSave', { ...account, enabled: false });
}
