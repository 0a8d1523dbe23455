import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import { keepSession } from './support/device.ts';
import { setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { StaffClient } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';
import { codeOf } from './support/totp.ts';

const WORDS = 'Called back on the number of the registration.';

describe('a lost authenticator', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });
  let first: OfficePage;
  let second: StaffClient;

  beforeAll(async () => {
    const root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
    second = await root.hire('second', ['compliance'], site.mailbox);
    const token = await root.invite('first', ['compliance'], site.mailbox);
    first = await setUpOfficePage(site.browser, site.fairlot.url, `${site.fairlot.url}/office/#/setup?token=${token}`);
  });

  it('is asked for on the sign-in screen, agreed to by two people, and stopped by its owner', async () => {
    const customer = new CustomerClient(site.fairlot.url);
    const email = `owner-${randomUUID()}@example.com`;
    await customer.register(email, () => site.mailbox.nextCode(email));
    const picture = await first.page.screenshot();
    const [front_pic, reverse_pic] = [await customer.upload(picture), await customer.upload(picture)];
    await customer.call('submitIdentity', { name: 'Ada Owner', card_id: 'D1234567', front_pic, reverse_pic });
    const { list } = await second.call('identityQueue');
    await second.call('approveIdentity', { id: list[0]?.id ?? 0, country: 'DE' });
    const { secret } = await customer.call('totpBegin', { password: CUSTOMER_PASSWORD });
    await customer.call('totpConfirm', { code: codeOf(secret) });

    // A device without a session, at the sign-in screen.
    const visitor = await site.open();
    const { page, say } = visitor;
    await visitor.open('/login');
    await page.getByLabel(say('account.accountEmail')).fill(email);
    await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await page.getByRole('button', { name: say('login.submit') }).click();
    await page.getByLabel(say('login.totp')).waitFor();
    await visitor.shot('login-code');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('link', { name: say('login.lost') }).click();
    // The screen before has fields of the same names.
    await page.getByRole('button', { name: say('lost.submit') }).waitFor();
    await page.getByLabel(say('account.accountEmail')).fill(email);
    await page.getByLabel(say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await page.getByRole('button', { name: say('account.sendCode') }).click();
    await page.getByLabel(say('account.code')).fill(await site.mailbox.nextCode(email));
    await visitor.shot('lost-authenticator');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: say('lost.submit') }).click();
    await page.getByText(say('lost.asked')).waitFor();
    await visitor.shot('lost-authenticator-asked');
    expect(await site.mailbox.nextFreezeLink(email)).toContain('/freeze?token=');

    await first.open('/authenticators');
    await first.page.getByTestId('row').first().click();
    await first.page.getByText('Ada Owner').waitFor();
    await first.shot('office-lost-authenticator');
    expect(await accessibilityFindings(first.page)).toEqual([]);
    await first.page.getByRole('button', { name: first.say('factorResets.check') }).click();
    await first.page.getByRole('dialog').getByLabel(first.say('field.words')).fill(WORDS);
    await first.confirm(first.say('factorResets.check'));
    await first.page.getByText(first.say('state.checked'), { exact: true }).filter({ visible: true }).first().waitFor();
    const { list: open } = await second.call('factorResets', { state: 'checked' });
    await second.call('approveFactorReset', { id: open[0]?.id ?? 0, words: WORDS });
    expect(await site.mailbox.nextFreezeLink(email)).toContain('/freeze?token=');

    // The owner still has a session on another device, and stops the removal there.
    const owner = await site.open();
    await keepSession(owner, JSON.stringify({ ...customer.signedIn, demoId: null }));
    await owner.open('/mine/security');
    const stop = owner.page.getByRole('button', { name: owner.say('security.stopReset') });
    await stop.waitFor();
    await owner.shot('security-reset');
    expect(await accessibilityFindings(owner.page)).toEqual([]);
    await stop.click();
    await stop.waitFor({ state: 'detached' });
    expect((await second.call('factorResets', {})).list[0]?.state).toBe('cancelled');
    await Promise.all([visitor, owner, first].map(({ context }) => context.close()));
  });
});
