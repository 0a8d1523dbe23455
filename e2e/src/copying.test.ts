import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CustomerClient } from './support/customer-client.ts';
import { keepSession } from './support/device.ts';
import type { DeviceOptions } from './support/device.ts';
import { setUpOfficePage } from './support/office-page.ts';
import { testApp } from './support/test-app.ts';

/** Waits for what the follower or the page's next reading brings. */
const SOON = { timeout: 90_000, interval: 250 };
const REASON = 'The trader’s account is being examined';

describe('copying', () => {
  const site = testApp(() => ({ FAIRLOT_SESSIONS: 'always' }));

  /** A demo account that lets others follow it, with the number of its listing. */
  const leadingAs = async (name: string) => {
    const leader = new CustomerClient(site.fairlot.url);
    await leader.tryDemo();
    await leader.call('followJoin', { name });
    await leader.call('setLead', { accepts: 1 });
    const number = async (): Promise<number | undefined> =>
      (await leader.call('followList')).data.find(({ user }) => user.name === name)?.user.id;
    await expect.poll(number, SOON).toBeDefined();
    const instrument = (await leader.call('tradeList')).find(({ Code }) => Code === 'EURUSD')?.Id ?? 0;
    const buy = async (cont: string): Promise<number> =>
      (await leader.call('submit', { type: 1, cont, forex_id: instrument, status: '1' })).order.Id;
    return { leader, number: (await number()) ?? 0, buy };
  };

  it.each<DeviceOptions & { readonly leaderName: string }>([
    { language: 'en', leaderName: 'Quiet Harbour' },
    { language: 'ar', leaderName: 'قناص السوق', scheme: 'dark' },
    { language: 'de', leaderName: 'Stiller Hafen', size: { width: 1280, height: 800 } },
  ])(
    'follows a trader, sees it open and close with delay and difference, pauses, and stops ($language)',
    async ({ leaderName, ...options }) => {
      const { leader, buy } = await leadingAs(leaderName);
      const copier = new CustomerClient(site.fairlot.url);
      await copier.tryDemo();
      const holding = async () =>
        (await copier.call('myDeal', { status: '1' })).data.map(({ Quantity, OrderType }) => [Quantity, OrderType]);
      const device = await site.open(options);
      await keepSession(device, JSON.stringify({ ...copier.signedIn, demoId: null }));
      const { page, say, shot } = device;
      const button = (key: string) =>
        page.getByRole('button', { name: say(key), exact: true }).filter({ visible: true });

      await device.open('/rank?view=copy');
      await page.getByText(say('copying.own.empty')).waitFor();
      await page
        .locator('ol > li')
        .filter({ hasText: leaderName })
        .getByRole('button', { name: say('rank.follow') })
        .click();
      await page.getByText(say('copying.leader.followersNone')).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await shot('copying-leader');
      await button('copying.leader.follow').click();

      // Without an amount nothing is sent, and the field says so.
      const sheet = page.getByRole('dialog').filter({ visible: true });
      const send = sheet.getByRole('button', { name: say('copying.leader.follow'), exact: true });
      await send.click();
      await sheet.getByText(say('copying.form.invalid')).waitFor();
      await sheet.getByLabel(say('copying.form.allocation')).fill('20000');
      await sheet.getByText(say('copying.form.ratio', { lots: '0.20' })).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await shot('copying-terms');
      await send.click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('copying.leader.follow'), exact: true })
        .click();
      const state = (key: string) => page.getByText(say(key), { exact: true }).filter({ visible: true }).first();
      await page.waitForURL(/#\/copy\?id=\d+$/);
      await state('copying.state.active').waitFor();
      const copyRoute = new URL(page.url()).hash.slice(1);

      // A fifth of these lots lies between two lot steps, so that the leader's gains do not move the copy by one.
      const first = await buy('1.02');
      const deeds = page.getByTestId('deed').filter({ visible: true });
      const opened = deeds.filter({ hasText: say('copying.deed.open') }).filter({ hasText: '0.20' });
      await opened.waitFor();
      await opened.filter({ hasText: say('copying.copy.difference') }).waitFor();
      const [copied] = (await copier.call('copyDeeds', { id: Number(copyRoute.split('=')[1]) })).data;
      expect(copied).toMatchObject({ deed: 'open', lots: '0.20', skip: null });
      await opened.filter({ hasText: say('copying.deed.later', { count: copied?.delay_ms ?? -1 }) }).waitFor();
      expect(await holding()).toEqual([['0.20', 1]]);
      expect(await accessibilityFindings(page)).toEqual([]);
      await shot('copying-copy');

      // The copied order is among the user's own.
      await button('copying.copy.toOrders').click();
      await page.getByText('EUR/USD').filter({ visible: true }).first().waitFor();
      await page.getByText('0.20').filter({ visible: true }).first().waitFor();
      await device.open(copyRoute);

      await button('copying.copy.pause').click();
      await state('copying.state.paused').waitFor();
      await buy('0.50');
      await deeds.filter({ hasText: say('copying.deed.skip.paused') }).waitFor();
      await button('copying.copy.resume').click();
      await state('copying.state.active').waitFor();
      await leader.call('close', { id: first });
      const closed = deeds.filter({ hasText: say('copying.deed.close') }).filter({ hasText: '0.20' });
      await closed.waitFor();
      expect(await holding()).toEqual([]);
      await closed.scrollIntoViewIfNeeded();
      await shot('copying-closed');

      await buy('0.32');
      await deeds.filter({ hasText: '0.06' }).waitFor();
      await button('copying.copy.stop').click();
      await sheet.getByText(say('copying.copy.stopText')).waitFor();
      await shot('copying-stop');
      await sheet.getByRole('button', { name: say('copying.copy.stopClose'), exact: true }).click();
      await page.getByText(say('copying.ended.copier')).filter({ visible: true }).waitFor();
      await expect.poll(holding, SOON).toEqual([]);
      await shot('copying-ended');
      await device.open('/rank?view=copy');
      await page.getByTestId('copy').filter({ hasText: leaderName }).filter({ visible: true }).waitFor();
      await shot('copying-own');
      expect(device.troubles).toEqual([]);
      await device.context.close();
    },
  );

  it('staff see who copies whom and end a copy with a reason, which its copier reads', async () => {
    const { number, buy } = await leadingAs('Watched Trader');
    const copier = new CustomerClient(site.fairlot.url);
    await copier.tryDemo();
    const terms = { trader_id: number, allocation: '20000', stop_loss: '500', fee_percent: 0 };
    const { id } = await copier.call('copyStart', terms);
    await buy('1.00');
    const office = await setUpOfficePage(site.browser, site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
    const { page, say, shot } = office;
    await office.open('/copies');
    const row = page.getByTestId('row').filter({ hasText: 'Watched Trader' });
    await row.click();
    await page.getByRole('heading', { name: say('copies.one', { id }) }).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: say('copies.deed.open') })
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await shot('copying-office');
    await page
      .getByRole('button', { name: say('copies.stop') })
      .filter({ visible: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: say('field.open_positions') }).selectOption('1');
    await dialog.getByRole('textbox', { name: say('field.reason') }).fill(REASON);
    expect(await accessibilityFindings(page)).toEqual([]);
    await shot('copying-office-stop');
    await office.confirm(say('copies.stop'));
    await page.getByText(REASON).filter({ visible: true }).first().waitFor();

    // The copier's page leads to the copies in which that account is the copier.
    await page.getByRole('link', { name: copier.signedIn.user.uid }).click();
    await page.getByRole('link', { name: say('field.copier'), exact: true }).click();
    await row.waitFor();
    expect(await page.getByTestId('row').count()).toBe(1);

    const device = await site.open();
    await keepSession(device, JSON.stringify({ ...copier.signedIn, demoId: null }));
    await device.open(`/copy?id=${String(id)}`);
    await device.page.getByText(device.say('copying.ended.staff', { reason: REASON })).waitFor();
    await expect.poll(async () => (await copier.call('myDeal', { status: '1' })).data.length, SOON).toBe(0);
    await device.shot('copying-told');
    expect([...office.troubles, ...device.troubles]).toEqual([]);
    await Promise.all([office.context.close(), device.context.close()]);
  });
});
