import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CUSTOMER_PASSWORD, CustomerClient } from './support/customer-client.ts';
import { keepSession } from './support/device.ts';
import type { OfficePage } from './support/office-page.ts';
import { setUpOfficePage } from './support/office-page.ts';
import { ADDRESS, bindBoth, openDeposits } from './support/payment-terms.ts';
import { StaffClient } from './support/staff-client.ts';
import { testApp } from './support/test-app.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('staff and their clients', () => {
  const site = testApp();
  let root: StaffClient;
  let officer: OfficePage;

  beforeAll(async () => {
    const { fairlot, browser } = site;
    root = await StaffClient.setUp(fairlot.url, await fairlot.setUpUrl(), 'root');
    await openDeposits(root);
    const token = await root.invite('officer', ['compliance', 'finance']);
    officer = await setUpOfficePage(browser, fairlot.url, `${fairlot.url}/office/#/setup?token=${token}`);
  });

  /** The newest message to a mailbox that has such a text. */
  const inMail = async (to: string, pattern: RegExp): Promise<string> => {
    const { list } = await root.call('officeOutbox', { recipient: to });
    for (const { id } of list) {
      const found = pattern.exec((await root.call('officeOutboxMessage', { id })).body ?? '')?.[0];
      if (found !== undefined) return found;
    }
    throw new Error(`no message to ${to} has ${String(pattern)}`);
  };

  async function registered(language = 'en'): Promise<{ readonly customer: CustomerClient; readonly email: string }> {
    const customer = new CustomerClient(site.fairlot.url, language);
    const email = `client-${randomUUID()}@example.com`;
    await customer.register(email, () => inMail(email, /\b\d{6}\b/));
    return { customer, email };
  }

  it('a client is found by what identifies, and changes the email address by both mailboxes', async () => {
    const { customer, email } = await registered();
    const [front_pic, reverse_pic] = [await customer.upload(PICTURE), await customer.upload(PICTURE)];
    await customer.call('submitIdentity', { name: 'Ægir Ó Searcháin', card_id: 'T 99-88x', front_pic, reverse_pic });
    await bindBoth(customer);
    const uid = String(10_000_000 + customer.signedIn.user.id);
    const { page, say } = officer;
    await officer.open('/users');
    const row = page.getByTestId('row');
    for (const [text, by] of [
      [email, 'email'],
      ['searchain aegir', 'full_name'],
      [uid, 'uid'],
      ['t9988X', 'card_id'],
      [ADDRESS.slice(0, 12).toLowerCase(), ''],
    ] as const) {
      await page.getByRole('searchbox').fill(text);
      const found = row
        .filter({ hasText: uid })
        .filter({ hasText: by === '' ? say('kind.method') : say(`field.${by}`) });
      await found.waitFor();
      expect([text, await row.count()]).toEqual([text, 1]);
    }

    const device = await site.open();
    await keepSession(device, JSON.stringify({ ...customer.signedIn, demoId: null }));
    await device.open('/mine/security');
    await device.page.getByRole('button', { name: device.say('email.change') }).click();
    const sheet = device.page.getByRole('dialog');
    const next = `client-${randomUUID()}@example.com`;
    await sheet.getByLabel(device.say('email.new')).fill(next);
    await sheet.getByLabel(device.say('account.password'), { exact: true }).fill(CUSTOMER_PASSWORD);
    await sheet.getByRole('button', { name: device.say('email.change') }).click();
    await device.page.getByText(device.say('email.newWaits')).waitFor();
    // The device that reads the mails is not signed in. Both links open in the same tab.
    const reader = await site.open();
    for (const [mailbox, shown] of [
      [email, 'waits'],
      [next, 'changed'],
    ] as const) {
      await reader.open(await inMail(mailbox, /\/confirm-email\?\S+/));
      await reader.page.getByRole('button', { name: reader.say('confirmEmail.submit') }).click();
      await reader.page.getByText(reader.say(`confirmEmail.${shown}`), { exact: true }).waitFor();
    }
    await page.getByRole('searchbox').fill(next);
    await row
      .filter({ hasText: uid })
      .filter({ hasText: say('field.email') })
      .waitFor();
    expect([...officer.troubles, ...reader.troubles]).toEqual([]);
    await reader.context.close();
    await device.context.close();
  });

  it('a message to a selection is released by a second person, and reaches each of it once', async () => {
    const { fairlot, browser } = site;
    const { customer: german, email } = await registered('de');
    const { customer: other } = await registered();
    const uids = [german, other].map(({ signedIn }) => 10_000_000 + signedIn.user.id).join('\n');
    const token = await root.invite('writer', ['support']);
    const writer = await setUpOfficePage(browser, fairlot.url, `${fairlot.url}/office/#/setup?token=${token}`);
    const { page, say } = writer;
    await writer.open('/bulkMessages?tab=write');
    await page.getByLabel(say('field.uid'), { exact: true }).fill(uids);
    await page.getByTestId('count').filter({ hasText: '2' }).waitFor();
    await page.getByRole('checkbox', { name: say('kind.mail') }).check();
    await page.getByLabel(say('field.subject_line')).fill('Maintenance');
    await page.getByLabel(say('field.text'), { exact: true }).fill('The house is closed on Sunday.');
    await page.getByLabel(say('field.language'), { exact: true }).selectOption('de');
    await page.getByLabel(say('field.subject_line')).fill('Wartung');
    await page.getByLabel(say('field.text'), { exact: true }).fill('Am Sonntag ist geschlossen.');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: say('bulk.propose') }).click();
    await writer.confirm(say('bulk.propose'));
    await page.getByRole('heading', { name: say('bulk.one', { id: 1 }) }).waitFor();
    expect(await page.getByRole('button', { name: say('bulk.release') }).count()).toBe(0);

    await officer.open('/bulkMessages');
    await officer.page.getByTestId('row').first().click();
    await officer.page.getByText('The house is closed on Sunday.').waitFor();
    expect(await accessibilityFindings(officer.page)).toEqual([]);
    await officer.page.getByRole('button', { name: say('bulk.release') }).click();
    await officer.confirm(say('bulk.release'));
    await officer.page
      .getByTestId('progress')
      .filter({ hasText: say('bulk.progress', { sent: 2, all: 2, skipped: 0 }) })
      .waitFor();
    for (const [client, text] of [
      [german, 'Wartung\n\nAm Sonntag ist geschlossen.'],
      [other, 'Maintenance\n\nThe house is closed on Sunday.'],
    ] as const)
      expect((await client.call('supportMessages')).list.map((message) => message.text)).toEqual([text]);
    expect(await inMail(email, /Am Sonntag ist geschlossen\./)).toBe('Am Sonntag ist geschlossen.');
    expect([...officer.troubles, ...writer.troubles]).toEqual([]);
    await writer.context.close();
  });
});
