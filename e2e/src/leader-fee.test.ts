import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, money } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CustomerClient } from './support/customer-client.ts';
import { keepSession } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { testApp } from './support/test-app.ts';

const SOON = { timeout: 240_000, interval: 250 };
const START = Date.UTC(2026, 10, 16, 18);
/** Below the age at which a price is stale. */
const STEP_MS = 5000;
const DAYS = 20;
/** A day of the recording takes half a minute, twice as long as the pause between two looks at fees. */
const SPEED = 2880;
/** A trade ends when the price has moved this far. */
const MOVE = 0.0008;
/** Days that the curve has at least when it is looked at. */
const POINTS = 4;
/** Per cent of new profit; the most that a site allows at first. */
const FEE = 20;
const LOOKS: readonly DeviceOptions[] = [
  { language: 'en' },
  { language: 'ar', scheme: 'dark' },
  { language: 'de', size: { width: 1280, height: 800 } },
];

/** A market that swings by 50 pips in 31 hours and rises by 25 pips a day, so that days of a trader differ. */
function priceAt(time: number): number {
  const days = (time - START) / DAY_MS;
  return 1.1 + 0.0025 * days + 0.0025 * Math.sin((2 * Math.PI * days * 24) / 31);
}

async function finish(device: Device): Promise<void> {
  expect(await accessibilityFindings(device.page)).toEqual([]);
  expect(device.troubles).toEqual([]);
  await device.context.close();
}

/** Trades until the page of the trader has some days, and the follower has paid a fee. */
async function tradeForDays(trader: CustomerClient, number: number, copier: CustomerClient): Promise<void> {
  const quote = async (): Promise<{ readonly id: number; readonly bid: number }> => {
    const found = (await trader.call('tradeList')).find(({ Code }) => Code === 'EURUSD');
    return { id: found?.Id ?? 0, bid: Number(found?.ForexQuotations?.Bid) };
  };
  const moved = async (from: number): Promise<boolean> => Math.abs((await quote()).bid - from) > MOVE;
  const isDone = async (): Promise<boolean> => {
    const [page, copies] = await Promise.all([
      trader.call('followTrader', { id: number }),
      copier.call('copies', { page: 1 }),
    ]);
    return page.curve.length >= POINTS && Number(copies.data[0]?.figures.fees) > 0;
  };
  while (!(await isDone())) {
    const { id, bid } = await quote();
    const { order } = await trader.call('submit', {
      type: 1,
      cont: '15.00',
      forex_id: id,
      multiple: '100',
      status: '1',
    });
    await expect.poll(() => moved(bid), SOON).toBe(true);
    await trader.call('close', { id: order.Id });
  }
}

describe('a leader of several days who takes a fee', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairlot-days-'));
    const ticks = Array.from({ length: (DAYS * DAY_MS) / STEP_MS }, (_, step) => {
      const time = START + step * STEP_MS;
      const bid = priceAt(time);
      return `${time},${bid.toFixed(5)},${(bid + 0.0001).toFixed(5)}\n`;
    });
    await writeFile(join(folder, 'eurusd-20261116.csv'), ticks.join(''));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const site = testApp(
    () => ({
      FAIRLOT_FEED: `replay:${folder}`,
      FAIRLOT_REPLAY_SPEED: String(SPEED),
      FAIRLOT_SESSIONS: 'always',
    }),
    'empty',
  );

  const demo = async (): Promise<CustomerClient> => {
    const client = new CustomerClient(site.fairlot.url);
    await client.tryDemo();
    return client;
  };
  const opened = async (client: CustomerClient, options: DeviceOptions, route: string): Promise<Device> => {
    const device = await site.open(options);
    await keepSession(device, JSON.stringify({ ...client.signedIn, demoId: null }));
    await device.open(route);
    return device;
  };

  it('shows the curve, and the fee before following, at each charge and in the form of the leader', async () => {
    const trader = await demo();
    await trader.call('followJoin', { name: 'Steady Hand' });
    const listed = async (): Promise<number | undefined> =>
      (await trader.call('followList')).data.find(({ user }) => user.name === 'Steady Hand')?.user.id;
    await expect.poll(listed, SOON).toBeDefined();
    await trader.call('setLead', { accepts: 1, fee_percent: FEE });
    const id = (await listed()) ?? 0;
    const copier = await demo();
    const { id: copy } = await copier.call('copyStart', { trader_id: id, allocation: '40000', fee_percent: FEE });
    await tradeForDays(trader, id, copier);

    // All that the follower was charged arrives at the leader.
    await expect
      .poll(async () => {
        const [{ data }, { earned }] = [await copier.call('copies', { page: 1 }), await trader.call('ownLead')];
        return money(data[0]?.figures.fees ?? '0') === money(earned);
      }, SOON)
      .toBe(true);

    for (const options of LOOKS) {
      const reader = await opened(await demo(), options, `/trader?id=${id}`);
      const { page, say, shot } = reader;
      await page.locator('figure svg').waitFor();
      expect(await page.locator('figure time').count()).toBe(2);
      await shot('leader-days');
      await page.getByText(say('copying.leader.past')).scrollIntoViewIfNeeded();
      await page.getByText(String(FEE), { exact: false }).filter({ visible: true }).first().waitFor();
      await shot('leader-days-facts');
      const follow = { name: say('copying.leader.follow'), exact: true };
      await page.getByRole('button', follow).click();
      const sheet = page.getByRole('dialog').filter({ visible: true });
      await sheet.getByLabel(say('copying.form.allocation')).fill('5000');
      // The equity of the leader is no round number, so neither is the ratio.
      await sheet
        .getByText(/\d\.\d{2,4}/)
        .first()
        .waitFor();
      await sheet.getByRole('button', follow).scrollIntoViewIfNeeded();
      await shot('leader-fee-terms');
      await sheet.getByRole('button', follow).click();
      await page.getByRole('alertdialog').getByText(String(FEE)).waitFor();
      await shot('leader-fee-question');
      await finish(reader);

      const follower = await opened(copier, options, `/copy?id=${copy}`);
      await follower.page.getByText(follower.say('copying.copy.fees')).filter({ visible: true }).first().waitFor();
      await follower.shot('copy-fee');
      await follower.open('/mine/history');
      await follower.page.locator('li').filter({ visible: true }).first().waitFor();
      await follower.shot('copy-fee-ledger');
      await finish(follower);

      const own = await opened(trader, options, '/rank');
      await own.page
        .getByRole('button', { name: own.say('rank.own.edit'), exact: true })
        .filter({ visible: true })
        .first()
        .click();
      const fee = own.page.getByLabel(own.say('copying.lead.fee'));
      await fee.scrollIntoViewIfNeeded();
      expect(await fee.inputValue()).toBe(String(FEE));
      await own.page.getByText(own.say('copying.lead.earned'), { exact: true }).scrollIntoViewIfNeeded();
      await own.shot('leader-form');
      await fee.fill('abc');
      await own.page.getByText(own.say('copying.form.invalid')).waitFor();
      // A share above the highest is a number: the field says the range instead.
      await fee.fill(String(FEE + 1));
      await own.page.getByText(own.say('copying.form.invalid')).waitFor({ state: 'detached' });
      await expect.poll(() => fee.getAttribute('aria-invalid')).toBe('true');
      await own.shot('leader-form-refused');
      await finish(own);
    }
  });
});
