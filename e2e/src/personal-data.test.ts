import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import { keepSession } from './support/device.ts';
import { setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { StaffClient } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';

const REASON = 'The owner has died.';

describe('the data of a user', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });
  let office: OfficePage;

  beforeAll(async () => {
    const root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
    const token = await root.invite('officer', ['compliance'], site.mailbox);
    office = await setUpOfficePage(site.browser, site.fairlot.url, `${site.fairlot.url}/office/#/setup?token=${token}`);
  });

  it('is downloaded, the account closed and kept by its owner, then closed and reopened by staff', async () => {
    const customer = new CustomerClient(site.fairlot.url);
    const email = `owner-${randomUUID()}@example.com`;
    await customer.register(email, () => site.mailbox.nextCode(email));
    const device = await site.open();
    const { page, say } = device;
    await keepSession(device, JSON.stringify({ ...customer.signedIn, demoId: null }));
    await device.open('/mine/security');

    await page.getByRole('button', { name: say('security.dataGet') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await device.shot('data-download');
    expect(await accessibilityFindings(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: say('security.dataGet') }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^fairlot-\d{8}-\d{4}-\d\d-\d\d\.zip$/);
    expect((await readFile(await file.path())).subarray(0, 2).toString('ascii')).toBe('PK');
    expect(await site.mailbox.nextFreezeLink(email)).toContain('/freeze?token=');
    await sheet.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: say('security.close') }).click();
    await sheet.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await device.shot('close-account');
    expect(await accessibilityFindings(page)).toEqual([]);
    await sheet.getByRole('button', { name: say('security.close') }).click();

    await page.getByRole('textbox', { name: say('account.accountEmail') }).fill(email);
    await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await page.getByRole('button', { name: say('login.submit') }).click();
    await page.getByText(say('login.closing')).waitFor();
    await device.shot('login-closing');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: say('login.keep') }).click();
    await page.getByRole('button', { name: say('login.keep') }).waitFor({ state: 'detached' });
    await device.open('/mine/security');
    await page.getByRole('button', { name: say('security.close') }).waitFor();

    await office.open(`/users/${customer.signedIn.user.id}`);
    await act('users.close', 'closing');
    await office.shot('office-user-closing');
    expect(await accessibilityFindings(office.page)).toEqual([]);
    await expect(
      new CustomerClient(site.fairlot.url).call('login', { account: email, password: CUSTOMER_PASSWORD, reopen: 1 }),
    ).rejects.toThrow('account_closed');
    await act('users.reopen', 'active');
    await Promise.all([device, office].map(({ context }) => context.close()));
  });

  /** Takes an action on the shown user with a reason, and waits for a state. */
  async function act(action: string, state: string): Promise<void> {
    const { page, say } = office;
    await page.getByRole('button', { name: say(action), exact: true }).click();
    await page.getByRole('dialog').getByLabel(say('field.reason')).fill(REASON);
    await office.confirm(say(action));
    await page
      .getByText(say(`state.${state}`), { exact: true })
      .first()
      .waitFor();
  }
});
