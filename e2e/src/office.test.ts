import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CustomerClient } from './support/customer-client.ts';
import { STAFF_PASSWORD, codeFromOutbox, invite, setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { journey } from './support/journey.ts';
import type { JourneySite } from './support/journey.ts';
import { ADDRESS, PROOF } from './support/payment-terms.ts';
import { codeOf } from './support/totp.ts';

interface People extends JourneySite {
  readonly root: OfficePage;
  readonly till: OfficePage;
  readonly cashier: OfficePage;
  readonly customer: CustomerClient;
}

journey<People>(
  'the back office',
  async (site) => {
    const { fairlot, browser } = site;
    const root = await setUpOfficePage(browser, fairlot.url, await fairlot.setUpUrl(), 'root');
    const cashier = await setUpOfficePage(browser, fairlot.url, await invite(root, 'cashier'));
    const till = await setUpOfficePage(browser, fairlot.url, await invite(root, 'till'), undefined, { scheme: 'dark' });
    return { ...site, root, till, cashier, customer: new CustomerClient(fairlot.url) };
  },
  (step) => [
    step(
      'opens by the printed link, once, with a second factor, and afterwards by signing in',
      async ({ fairlot, browser, root }) => {
        const { page, say } = root;
        await root.open('/');
        await page.getByRole('heading', { name: say('menu.overview') }).waitFor();
        // The page removes the token from the address, so that the history does not keep it.
        expect(page.url()).not.toContain('token');
        expect(await accessibilityFindings(page)).toEqual([]);
        await root.open('/self');
        await page.getByRole('button', { name: say('self.signOut') }).click();
        await page.getByRole('textbox', { name: say('field.name') }).fill('root');
        await page.getByLabel(say('field.password')).fill(STAFF_PASSWORD);
        await page.getByRole('button', { name: say('entry.signIn') }).click();
        await page.getByRole('alert').waitFor();
        expect(await accessibilityFindings(page)).toEqual([]);
        await page.getByRole('textbox', { name: say('field.code') }).fill(codeOf(root.secret, 1));
        await page.getByRole('button', { name: say('entry.signIn') }).click();
        await page.getByRole('navigation', { name: say('menu.label') }).waitFor();
        const again = await browser.newContext();
        const stranger = await again.newPage();
        await stranger.goto(await fairlot.setUpUrl());
        await stranger.getByRole('alert').waitFor();
        await again.close();
      },
    ),
    step('lets an administrator set terms, and shows each change for review first', async ({ root }) => {
      const { page, say } = root;
      await root.open('/settings');
      const money = page.locator('section').filter({ has: page.getByRole('heading', { name: say('settings.money') }) });
      await money.getByRole('button', { name: say('action.edit') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('switch', { name: say('field.withdrawal_needs_verification') }).click();
      await dialog.getByRole('textbox', { name: say('field.deposit_coin_min') }).fill('nothing');
      await dialog.getByRole('button', { name: say('action.review') }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('textbox', { name: say('field.deposit_coin_min') }).fill('20');
      await dialog.getByRole('textbox', { name: say('field.withdrawal_wait_hours') }).fill('0');
      await dialog.getByRole('button', { name: say('action.review') }).click();
      await expect.poll(() => dialog.getByRole('listitem').count()).toBe(3);
      await root.confirm(say('action.save'));
      await root.open('/funding?tab=networks');
      await page
        .getByRole('row', { name: /USDT ERC20/ })
        .getByRole('button')
        .click();
      await dialog.getByRole('textbox', { name: say('field.address') }).fill(ADDRESS);
      await dialog.getByRole('switch', { name: say('field.enabled') }).click();
      await dialog.getByRole('button', { name: say('action.review') }).click();
      await root.confirm(say('action.save'));
      await page.getByText(ADDRESS).waitFor();
    }),
    step('shows a colleague only the work of the colleague’s roles', async ({ till }) => {
      const { say } = till;
      const menu = till.page.getByRole('navigation', { name: say('menu.label') });
      await menu.getByRole('link', { name: say('menu.deposits') }).waitFor();
      expect(await menu.getByRole('link', { name: say('menu.staff') }).count()).toBe(0);
      await till.open('/staff');
      await till.page.getByRole('heading', { name: say('menu.overview') }).waitFor();
    }),
    step(
      'credits a deposit once, by keyboard and despite a lost answer, and the customer sees it',
      async ({ root, till, customer }) => {
        await customer.register(`customer-${randomUUID()}@example.com`, () => codeFromOutbox(root));
        const network = (await customer.call('chargeNetworks')).find(({ address }) => address === ADDRESS);
        const proofImg = await customer.upload(await till.page.screenshot());
        await customer.call('chargeSubmit', {
          number: '4900',
          proofImg,
          address: ADDRESS,
          charge_id: network?.id ?? 0,
          transaction_id: 'ab12'.repeat(16),
        });
        const { page, say } = till;
        await till.open('/deposits');
        await page.getByTestId('row').waitFor();
        await page.keyboard.press('j');
        await page.keyboard.press('Enter');
        const proof = page.getByRole('img', { name: say('deposits.proof') });
        await proof.waitFor();
        await expect.poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
        expect(await accessibilityFindings(page)).toEqual([]);
        await till.shot('office-deposit');
        await page.keyboard.press('a');
        await page.getByRole('dialog').getByText('4,900.00').waitFor();
        expect(await accessibilityFindings(page)).toEqual([]);
        // The answer to the first request is lost, so its outcome is unknown and the request is repeated.
        await page.route(
          '**/office/api/deposits/finish',
          async (route) => {
            await route.fetch();
            await route.abort();
          },
          { times: 1 },
        );
        await page
          .getByRole('dialog')
          .getByRole('button', { name: say('deposits.approve'), exact: true })
          .dblclick();
        await page.getByRole('dialog').getByText(say('action.unknown')).waitFor();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: say('action.again') })
          .dblclick();
        await page.getByText(say('deposits.empty')).waitFor();
        expect((await customer.call('getBalance')).balance).toBe('4900.000000');
      },
    ),
    step(
      'pays a withdrawal above the sum of one person after two approvals, which must come from different people',
      async ({ till, cashier, customer }) => {
        const currency = (await customer.call('drawCurrencies', { type: '1' })).find(
          ({ code, protocol }) => code === 'USDT' && protocol === 'ERC20',
        );
        const method = await customer.call('bindDrawMethod', {
          type: '1',
          draw_id: currency?.id ?? 0,
          dc_address: ADDRESS,
          ...PROOF,
        });
        await customer.call('draw', {
          draw_currency_id: currency?.id ?? 0,
          number: '4800',
          draw_method_id: method.id,
          ...PROOF,
        });
        await approve(till);
        await till.page.getByText(till.say('withdrawals.ownApproval')).waitFor();
        expect(await till.page.getByRole('button', { name: till.say('withdrawals.approve') }).isDisabled()).toBe(true);
        await expect
          .poll(() => till.page.getByTestId('approvals').textContent())
          .toContain(till.say('withdrawals.approvals', { given: 1, needed: 2 }));
        await till.shot('office-withdrawal');
        await approve(cashier);
        // The one who approved last may not pay. Approvals and claims of colleagues appear without a reload.
        const { page, say } = till;
        await page.getByRole('button', { name: new RegExp(`^${say('withdrawals.claim')}`) }).click();
        await till.confirm(say('withdrawals.claim'));
        await cashier.page.getByTestId('claim').waitFor();
        expect(await cashier.page.getByRole('button', { name: cashier.say('withdrawals.takeOver') }).isDisabled()).toBe(
          true,
        );
        await page.getByRole('button', { name: new RegExp(`^${say('withdrawals.pay')}`) }).click();
        await page
          .getByRole('dialog')
          .getByRole('textbox', { name: say('field.reference') })
          .fill('0xabc');
        await till.confirm(say('withdrawals.pay'));
        await expect.poll(async () => (await customer.call('drawRecords', { type: '1' })).data[0]?.status).toBe('paid');
        expect(await customer.call('getBalance')).toMatchObject({ balance: '100.000000', lock_balance: '0.000000' });
      },
    ),
    step(
      'shows both sides of a document side by side, and rejects it with a reason that its owner reads',
      async ({ fairlot, browser, root, till, customer }) => {
        const picture = await till.page.screenshot();
        const [front, reverse] = [await customer.upload(picture), await customer.upload(picture)];
        await customer.call('submitIdentity', {
          name: 'Example Customer',
          card_id: 'X1234567',
          front_pic: front,
          reverse_pic: reverse,
        });
        const reviewer = await setUpOfficePage(
          browser,
          fairlot.url,
          await invite(root, 'reviewer', 'compliance'),
          undefined,
          { language: 'en' },
        );
        const { page, say } = reviewer;
        await reviewer.open('/identity');
        await page.getByTestId('row').click();
        const sides = [
          page.getByRole('img', { name: say('identity.front') }),
          page.getByRole('img', { name: say('identity.reverse') }),
        ];
        for (const side of sides)
          await expect.poll(() => side.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
        expect(await accessibilityFindings(page)).toEqual([]);
        await page.keyboard.press('r');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: say('identity.reject'), exact: true }).click();
        await dialog.getByRole('alert').waitFor();
        await dialog.getByRole('textbox', { name: say('field.reason') }).fill('The name cannot be read.');
        await reviewer.confirm(say('identity.reject'));
        expect(JSON.stringify(await customer.call('identityCenter'))).toContain('The name cannot be read.');
        expect(reviewer.troubles).toEqual([]);
        await reviewer.context.close();
      },
    ),
    step('answers a customer, whose next message appears without a reload', async ({ root, customer }) => {
      await customer.call('supportSend', { text: 'Where is my money?' });
      const { page, say } = root;
      await root.open('/support');
      await page.getByTestId('row').click();
      await page.getByRole('log').getByText('Where is my money?').waitFor();
      await page.getByRole('textbox', { name: say('support.answer') }).fill('On its way.');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('log').getByText('On its way.').waitFor();
      await customer.call('supportSend', { text: 'Thank you' });
      await page.getByRole('log').getByText('Thank you').waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
    }),
    step('records it all in the user’s timeline and in a log with an intact chain', async ({ root, till, cashier }) => {
      const { page, say } = root;
      await root.open('/users');
      await page.getByTestId('row').getByRole('button').first().click();
      const kind = page.getByRole('combobox', { name: say('field.kind') });
      await kind.selectOption('registered');
      await page
        .locator('li')
        .filter({ hasText: say('event.real') })
        .waitFor();
      await kind.selectOption('ledger');
      await page
        .locator('li')
        .filter({ hasText: say('event.deposit') })
        .filter({ hasText: '+4,900.00' })
        .waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await root.shot('office-user');
      await root.open('/audit');
      await page.getByRole('button', { name: say('audit.verify') }).click();
      await expect.poll(() => page.getByTestId('verdict').textContent()).toMatch(/^The chain holds/);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: say('list.export') }).click();
      expect((await download).suggestedFilename()).toMatch(/^audit-list-\d{4}-\d{2}-\d{2}\.csv$/);
      // The browser logs the refused sign-in and the lost answer, and nothing else.
      const troubles = [root, till, cashier]
        .flatMap((colleague) => colleague.troubles)
        .filter((trouble) => !/401|ERR_FAILED/.test(trouble));
      expect(troubles).toEqual([]);
    }),
  ],
);

/** Opens the first withdrawal and approves it. */
async function approve(colleague: OfficePage): Promise<void> {
  await colleague.open('/withdrawals');
  await colleague.page.getByTestId('row').waitFor();
  await colleague.page.keyboard.press('j');
  await colleague.page.keyboard.press('Enter');
  // The record's shortcut keys work once it is open.
  await colleague.page.getByRole('button', { name: colleague.say('list.close'), exact: true }).waitFor();
  await colleague.page.keyboard.press('a');
  await colleague.confirm(colleague.say('withdrawals.approve'));
}
