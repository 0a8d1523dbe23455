import { randomUUID } from 'node:crypto';
import { calls } from '@fairlot/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CustomerClient } from './support/customer-client.ts';
import { keepSession } from './support/device.ts';
import { setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { StaffClient } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';

const TERMS = { reward_kind: 'fixed', reward_amount: '50', reward_min_deposits: '500', reward_min_fees: '20' };
/** The page after some months of rewards, which a test cannot wait for. */
const CENTER = {
  inviter: 'm***@e***.com',
  terms: {
    kind: 'share',
    amount: '50.00',
    percent: 10,
    min_deposits: '0.00',
    min_fees: '0.00',
    days: 90,
    hold_days: 0,
  },
  earned: '1234.560000',
  months: [
    { month: '2026-11', amount: '1000.000000' },
    { month: '2026-10', amount: '234.560000' },
  ],
};
const REWARDS = {
  total: 2,
  list: [
    { id: 8, name: 'f***@e***.com', kind: 'share', day: '2026-11-22', amount: '12.345678', state: 'review' },
    { id: 7, name: 'f***@e***.com', kind: 'share', day: '2026-11-21', amount: '3.100000', state: 'paid' },
  ],
};

describe('invitations', () => {
  const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0' });
  let office: OfficePage;

  beforeAll(async () => {
    const root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
    const { version } = await root.call('siteSettings');
    await root.call('changeSiteSettings', { version, values: TERMS });
    const token = await root.invite('clerk', ['finance'], site.mailbox);
    office = await setUpOfficePage(site.browser, site.fairlot.url, `${site.fairlot.url}/office/#/setup?token=${token}`);
  });

  const registered = async (name: string, inviteCode = ''): Promise<CustomerClient> => {
    const customer = new CustomerClient(site.fairlot.url);
    const email = `${name}-${randomUUID()}@example.com`;
    await customer.register(email, () => site.mailbox.nextCode(email), inviteCode);
    return customer;
  };

  it('show who invited whom to both and to staff, with the terms and the rewards', async () => {
    const inviter = await registered('maria');
    const friend = await registered('felix', inviter.signedIn.user.invite_code);
    const device = await site.open();
    const { page, say } = device;
    await keepSession(device, JSON.stringify({ ...inviter.signedIn, demoId: null }));
    await device.open('/mine/invite');
    await page.getByText('f***@e***.com').waitFor();
    await page.getByText(say('invite.state.registered'), { exact: true }).waitFor();
    await page.getByText('500.00 USD').waitFor();
    await device.shot('invite-people');
    expect(await accessibilityFindings(page)).toEqual([]);

    for (const [call, data] of [
      [calls.inviteCenter, CENTER],
      [calls.ownRewards, REWARDS],
    ] as const)
      await page.route(`**${call.path}*`, (route) => route.fulfill({ json: { code: 1, msg: '', reason: 'ok', data } }));
    await page.reload();
    await page.getByText('m***@e***.com').waitFor();
    await page.getByText('1,234.56 USD').waitFor();
    await page.getByText(say('invite.reward.review'), { exact: true }).waitFor();
    await device.shot('invite-rewards');
    expect(await accessibilityFindings(page)).toEqual([]);

    await office.open(`/users/${inviter.signedIn.user.id}?tab=invited`);
    await office.page.getByRole('link', { name: friend.signedIn.user.uid }).waitFor();
    await office.shot('office-invited');
    expect(await accessibilityFindings(office.page)).toEqual([]);
    await office.open('/rewards');
    await office.page.getByText(office.say('rewards.empty')).waitFor();
    await Promise.all([device, office].map(({ context }) => context.close()));
  });
});
