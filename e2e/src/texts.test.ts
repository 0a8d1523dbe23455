import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { Customer } from './support/customer.ts';
import { keepSession, signInToDemo } from './support/phone.ts';
import type { Phone } from './support/phone.ts';
import { mailStage } from './support/stage.ts';
import { Staff } from './support/staff.ts';

/** The example of the IBAN registry. */
const IBAN = 'DE89370400440532013000';

// The error catalogue of the specification (section 8): each text is brought about on the screen where it belongs.
describe('what the screens say when something is missing, refused or done', () => {
  const site = mailStage({ FAIRLOT_CODES_PER_HOUR: '0' });
  const newPhone = site.open;
  let root: Staff;

  beforeAll(async () => {
    root = await Staff.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
    const { version } = await root.call('siteSettings');
    await root.call('changeSiteSettings', {
      version,
      values: { is_show_mobile: true, withdrawal_needs_verification: false },
    });
  });

  /** A new customer with a real account, on a phone of their own. */
  async function newCustomer(): Promise<Phone> {
    const customer = new Customer(site.fairlot.url);
    const email = `customer-${randomUUID()}@example.com`;
    await customer.register(email, () => site.mailbox.nextCode(email));
    return phoneOf(customer);
  }

  /** A phone on which this customer is signed in already. */
  async function phoneOf(customer: Customer): Promise<Phone> {
    const phone = await newPhone();
    await keepSession(phone, JSON.stringify({ ...customer.signedIn, demoId: null }));
    return phone;
  }

  it('signing in and registering name each field that is empty or wrong', async () => {
    const { page, say, open, context } = await newPhone();
    await open('/login');
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

  it('a new customer reads what identity and a new password still want', async () => {
    const { page, say, open, context } = await newCustomer();
    await open('/mine/auth');
    await page.getByRole('button', { name: say('identity.submit') }).click();
    await page.getByText(say('identity.enterName')).waitFor();
    await page.getByText(say('identity.enterCardId')).waitFor();

    await open('/mine/password');
    await page.getByRole('button', { name: say('password.submit') }).click();
    await page.getByText(say('account.fillInAll')).first().waitFor();
    await page.getByLabel(say('account.newPassword'), { exact: true }).fill('a quiet harbour');
    await page.getByLabel(say('account.repeatPassword'), { exact: true }).fill('a loud harbour');
    await page.getByRole('button', { name: say('password.submit') }).click();
    await page.getByText(say('account.notEqual')).waitFor();
    await context.close();
  });

  it('money without a way to move says which one is missing', async () => {
    const { page, say, open, context } = await newCustomer();
    await open('/mine/charge');
    await page.getByText(say('money.empty')).waitFor();
    const [coin] = await root.call('staffCoins');
    await closeAccounts(root);
    await page.getByRole('radio', { name: say('money.bank') }).click();
    await page.getByText(say('charge.noChannel')).waitFor();
    await root.call('receivingAccountSave', {
      bank_coin: coin?.id,
      bank_name: 'Bank of the Harbour',
      bank_address: '1 Quay',
      bank_swift: 'DEUTDEFF',
      payee_name: 'The House',
      payee_account: IBAN,
      bank_remark: '',
      enabled: true,
    });
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

  it('an instrument without leverage takes no orders and says why', async () => {
    const trader = new Customer(site.fairlot.url);
    await trader.tryDemo();
    const { page, say, open, context } = await phoneOf(trader);
    const {
      list: [instrument],
    } = await root.call('officeInstruments', { q: 'EURUSD' });
    const id = instrument?.id ?? 0;
    await root.call('officeChangeInstrument', { id, terms: { leverages: [] } });
    try {
      await open('/trade');
      await page
        .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
        .first()
        .click();
      await page.getByText(say('trade.problem.leverage_not_configured')).filter({ visible: true }).first().waitFor();
    } finally {
      await root.call('officeChangeInstrument', { id, terms: { leverages: instrument?.leverages } });
    }
    await context.close();
  });

  it('what succeeded or has its end is said too', async () => {
    const visitor = await newPhone();
    await signInToDemo(visitor);
    await visitor.open('/mine/wallet');
    await visitor.page.getByText(visitor.say('account.realOnly')).waitFor();
    await visitor.context.close();

    const { page, say, open, context } = await newCustomer();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/mine/invite');
    await page.getByRole('button', { name: say('invite.copy') }).click();
    await page.getByText(say('copied.done')).waitFor();
    await context.close();
  });

  it('a list that has come to its end says that there is no more', async () => {
    const trader = new Customer(site.fairlot.url);
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
    const { page, say, open, context } = await phoneOf(trader);
    await open('/order?type=3');
    await page.getByText(say('common.noMore')).filter({ visible: true }).waitFor();
    await context.close();
  });
});

/** Closes every bank account of the house: there is none at first, and after a failed attempt there may be. */
async function closeAccounts(root: Staff): Promise<void> {
  for (const account of await root.call('staffReceivingAccounts'))
    await root.call('receivingAccountSave', { ...account, enabled: false });
}
