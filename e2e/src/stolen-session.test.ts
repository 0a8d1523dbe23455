import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import { keepSession, seen } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { setUpOfficePage } from './support/office-page.ts';
import { bindBoth, openDeposits } from './support/payment-terms.ts';
import { StaffClient } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';
import { codeOf } from './support/totp.ts';

describe('withdrawals, safe from a stolen session', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });
  let root: StaffClient;
  let till: StaffClient;
  let second: StaffClient;

  beforeAll(async () => {
    root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
    till = await root.hire('till', ['finance', 'compliance'], site.mailbox);
    second = await root.hire('second', ['administrator'], site.mailbox);
    const { version } = await root.call('siteSettings');
    await root.call('changeSiteSettings', { version, values: { withdrawal_needs_verification: false } });
    await openDeposits(root);
  });

  interface Owner {
    readonly customer: CustomerClient;
    readonly email: string;
    readonly open: (options?: DeviceOptions) => Promise<Device>;
  }

  /** A customer with 1000 dollars, an address and a bank account. */
  async function newOwner(): Promise<Owner> {
    const customer = new CustomerClient(site.fairlot.url);
    const email = `owner-${randomUUID()}@example.com`;
    await customer.register(email, () => site.mailbox.nextCode(email));
    await till.call('officeAdjust', { user_id: customer.signedIn.user.id, amount: '1000', memo: 'opening balance' });
    await bindBoth(customer);
    const open = async (options?: DeviceOptions): Promise<Device> => {
      const device = await site.open(options);
      await keepSession(device, JSON.stringify({ ...customer.signedIn, demoId: null }));
      return device;
    };
    return { customer, email, open };
  }

  it('the form asks for the password, and for a code once there is an authenticator', async () => {
    const { customer, open } = await newOwner();
    const device = await open();
    const { page, say } = device;
    await fillIn(device, '60', say('account.password'));
    const submit = page.getByRole('button', { name: say('draw.submit') });
    await submit.click();
    await page.getByText(say('account.enterPassword')).waitFor();
    await device.shot('withdrawal-proof');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel(say('account.password'), { exact: true }).fill('not the harbour');
    await seen(page.getByText(say('reason.password_wrong')), () => submit.click());
    await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await seen(page.getByText(say('done.withdrawal_submitted')), () => submit.click());

    const { secret } = await customer.call('totpBegin', { password: CUSTOMER_PASSWORD });
    const { recovery_codes: codes } = await customer.call('totpConfirm', { code: codeOf(secret) });
    await page.reload();
    await fillIn(device, '70', say('security.codeOrRecovery'));
    await page.getByLabel(say('security.codeOrRecovery'), { exact: true }).fill(codes[0] ?? '');
    await seen(page.getByText(say('done.withdrawal_submitted')), () => submit.click());
    expect((await customer.call('drawRecords', { type: '1', page: 1 })).total).toBe(2);
    await device.context.close();
  });

  it('the link in the notice freezes the account in the language of its owner, and staff see it', async () => {
    const { customer, email, open } = await newOwner();
    const owner = await open({ language: 'de' });
    await fillIn(owner, '80', owner.say('account.password'));
    await owner.page.getByLabel(owner.say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await owner.page.getByRole('button', { name: owner.say('draw.submit') }).click();
    await owner.page.getByRole('button', { name: owner.say('draw.cancel') }).waitFor();
    const link = await site.mailbox.nextFreezeLink(email);
    expect(link.startsWith(site.fairlot.url)).toBe(true);

    // A device without a session, in another language.
    const other = await site.open({ language: 'fr' });
    const { page } = other;
    await page.goto(link.replace(/lang=\w+/, 'lang=de'));
    const freeze = page.getByRole('button', { name: owner.say('freeze.submit') });
    await freeze.waitFor();
    await other.shot('freeze');
    expect(await accessibilityFindings(page)).toEqual([]);
    await freeze.click();
    await page.getByText(owner.say('freeze.doneText')).waitFor();
    await other.shot('frozen');
    await expect(customer.call('userInfo')).rejects.toThrow('session_invalid');

    const { list } = await till.call('staffWithdrawals', { user_id: customer.signedIn.user.id });
    await expect(till.call('withdrawalApprove', { id: list[0]?.id ?? 0 })).rejects.toThrow('user_frozen');
    const token = await root.invite('cashier', ['finance'], site.mailbox);
    const office = await setUpOfficePage(
      site.browser,
      site.fairlot.url,
      `${site.fairlot.url}/office/#/setup?token=${token}`,
    );
    await office.open(`/withdrawals?user_id=${customer.signedIn.user.id}`);
    await office.page.getByTestId('row').first().click();
    await office.page.getByText(office.say('withdrawals.frozen')).waitFor();
    await office.page.getByText(office.say('users.byOwner')).waitFor();
    await office.shot('office-withdrawal-owner');
    expect(await accessibilityFindings(office.page)).toEqual([]);
    await Promise.all([owner, other, office].map(({ context }) => context.close()));
  });

  it('a new method shows from when it can be used, before anything is typed', async () => {
    const { customer, open } = await newOwner();
    const { version } = await root.call('siteSettings');
    const { proposal } = await root.call('changeSiteSettings', { version, values: { withdrawal_wait_hours: 24 } });
    await second.call('decideProposal', { id: proposal, approve: true });
    const device = await open();
    const { page, say } = device;
    await device.open('/mine/withdraw');
    await page.getByText(say('draw.waitsText')).waitFor();
    expect(await page.getByRole('textbox', { name: say('draw.amount') }).count()).toBe(0);
    await device.shot('withdrawal-waits');
    expect(await accessibilityFindings(page)).toEqual([]);
    await device.open('/mine/coin-address-list');
    const [start = ''] = say('draw.waits', { time: '|' }).split('|');
    await page.getByText(start).waitFor();
    await device.shot('method-waits');
    expect((await customer.call('drawMethods', { draw_type: '1' }))[0]?.usable_from).not.toBeNull();
    await device.context.close();
  });
});

/** Fills in a withdrawal up to the field with this label. */
async function fillIn({ page, say, open }: Device, amount: string, proof: string): Promise<void> {
  await open('/mine/withdraw');
  await page.getByRole('textbox', { name: say('draw.amount') }).fill(amount);
  await page.getByLabel(proof, { exact: true }).waitFor();
}
