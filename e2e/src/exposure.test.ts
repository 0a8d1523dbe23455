import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CustomerClient } from './support/customer-client.ts';
import type { OfficePage } from './support/office-page.ts';
import { invite, setUpOfficePage } from './support/office-page.ts';
import { mailboxOf } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';

const site = testAppWithMail({ FAIRLOT_CODES_PER_HOUR: '0', FAIRLOT_SESSIONS: 'always' });

it('a dealer limits the net of an instrument, clients trade past it, and the alarm is on the screens and mailed', async () => {
  const { fairlot, browser, mailbox } = site;
  const root = await setUpOfficePage(browser, fairlot.url, await fairlot.setUpUrl(), 'root');
  const dealer = await setUpOfficePage(browser, fairlot.url, await invite(root, 'dealer', 'dealer', mailbox));
  const till = await setUpOfficePage(browser, fairlot.url, await invite(root, 'till', 'finance', mailbox));
  const clients = [await fundedClient(till), await fundedClient(till)];
  const listed = (await clients[0]?.call('tradeList'))?.find(({ Code }) => Code === 'EURUSD');
  const eurusd = listed?.Id ?? 0;
  // Both clients' first positions are 2,000 euros: 45 % of the limit at the price of this run.
  const limit = Math.round((2_000 * Number(listed?.ForexQuotations?.Bid)) / 0.45);
  const buy = async (lots: string): Promise<void> => {
    for (const client of clients) {
      const order = { type: 1, cont: lots, forex_id: eurusd, status: '1', multiple: 100 };
      await expect.poll(() => client.call('submit', order).catch(() => undefined)).toBeDefined();
    }
  };
  await buy('0.01');

  const { page, say } = dealer;
  await dealer.open('/exposure');
  const row = page.getByTestId('row').filter({ hasText: 'EURUSD' });
  await row.click();
  await page.getByRole('button', { name: say('exposure.setLimit') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('field.limit_usd') }).fill(String(limit));
  expect(await accessibilityFindings(page)).toEqual([]);
  await dealer.shot('exposure-limit');
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await dealer.confirm(say('action.save'));
  await expect.poll(() => row.textContent()).toMatch(/4\d%/);
  expect(await row.textContent()).not.toContain(say('state.alarm'));
  expect(await alarmsOf(root)).toBe(0);

  await buy('0.02');
  // The page stays open: it reads the figures again by itself.
  await row.getByText(say('state.alarm')).waitFor();
  expect(await row.textContent()).toMatch(/1[34]\d%/);
  await dealer.shot('exposure-alarm');
  expect(await accessibilityFindings(page)).toEqual([]);
  await dealer.open('/exposure?tab=events');
  await row.getByText(say('state.alarm')).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dealer.shot('exposure-events');
  await root.open('/health');
  await root.page.getByText(root.say('health.exposure', { codes: 'EURUSD' })).waitFor();
  expect(await alarmsOf(root)).toBe(1);

  await root.open('/outbox');
  const mail = root.page.getByTestId('row').filter({ hasText: 'The exposure in … is above its limit' });
  await mail.filter({ hasText: mailboxOf('dealer') }).waitFor();
  // Finance does not set limits.
  expect(await mail.filter({ hasText: mailboxOf('till') }).count()).toBe(0);
  expect([...root.troubles, ...dealer.troubles, ...till.troubles]).toEqual([]);
});

async function fundedClient(till: OfficePage): Promise<CustomerClient> {
  const { fairlot, mailbox } = site;
  const client = new CustomerClient(fairlot.url);
  const email = `customer-${randomUUID()}@example.com`;
  await client.register(email, () => mailbox.nextCode(email));
  await till.open(`/users/${client.signedIn.user.id}`);
  await till.page.getByRole('button', { name: till.say('users.adjust') }).click();
  const dialog = till.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: till.say('field.amount') }).fill('1000');
  await dialog.getByRole('textbox', { name: till.say('field.memo') }).fill('opening balance');
  await till.confirm(till.say('users.adjust'));
  return client;
}

/** The alarms that /metrics counts. */
async function alarmsOf({ page }: OfficePage): Promise<number> {
  const { origin } = new URL(page.url());
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^fairlot_exposure_alarms (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}
