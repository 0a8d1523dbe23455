import type { OutputOf, calls } from '@fairlot/contract';
import { HOUR_MS, money, nextRollover } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Trader, until } from './support/copying.ts';
import { query } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

type Trade = OutputOf<(typeof calls)['statementTrades']>['list'][number];

/** A leader's fee in the ledger. */
const COPY_FEE = 14;
const SHARE = 20;
/** 5,000 dollars. */
const DROP = 5_000_000_000n;
/** The wall clock runs on, so that quotes stay fresh. */
const clock = { aheadMs: 0 };
const now = (): number => Date.now() + clock.aheadMs;
let server: RestartableServer;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' }, now);
});
afterAll(() => server.stop());

const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n);

async function tradesOf(trader: Trader): Promise<readonly Trade[]> {
  const { list, total } = await trader.do('statementTrades', { period: 'all', page: 1, size: 200 });
  expect(list).toHaveLength(total);
  return list;
}

async function feesOf(trader: Trader): Promise<bigint> {
  const { list } = await trader.do('statementMovements', { period: 'all', page: 1, size: 200, type: COPY_FEE });
  return sum(list.map(({ Value }) => money(Value)));
}

it('followers earn what their own statements say, after parts, swaps, hand closes and fees', async () => {
  const [leader, ...followers] = await Promise.all(Array.from({ length: 3 }, () => Trader.demo(server)));
  if (leader === undefined) throw new Error('a leader');
  const number = await leader.lead('Quiet Harbour', SHARE);
  const copies = await Promise.all(
    followers.map((follower, place) =>
      follower.follow(number, { fee_percent: SHARE, allocation: String(90_000 - 30_000 * place) }),
    ),
  );
  const [eurusd, gold, coin] = await Promise.all(['EURUSD', 'XAUUSD', 'BTCUSD'].map((code) => server.instrument(code)));
  if (eurusd === undefined || gold === undefined || coin === undefined) throw new Error('three instruments');
  const euro = await leader.open(eurusd, { cont: '0.5' });
  await leader.open(gold, { cont: '0.2', type: 2 });
  const coins = [
    await leader.open(coin, { cont: '0.3', multiple: 20 }),
    await leader.open(coin, { cont: '0.3', multiple: 20, type: 2 }),
  ];
  for (const [place, follower] of followers.entries()) await follower.settled(copies[place]?.id ?? 0, 4);
  // A trade of one's own is no part of the copy.
  const own = await followers[0]?.open(eurusd, { cont: '0.07' });
  await leader.do('close', { id: euro.Id, cont: '0.2' });
  for (const [place, follower] of followers.entries()) {
    const deeds = await follower.settled(copies[place]?.id ?? 0, 5);
    expect(deeds.filter(({ skip }) => skip !== null)).toEqual([]);
    // One of them closes the gold by hand.
    if (place === 0) await follower.do('close', { id: deeds[1]?.order_id });
  }
  // A night passes, with its swaps. At a weekend that is the night of Monday.
  clock.aheadMs += nextRollover(now()).time - now() + HOUR_MS;
  await until(async () => {
    const held = await Promise.all(followers.map((follower) => follower.holding()));
    return held.every((orders) => orders.some(({ Swap }) => Number(Swap) !== 0));
  });
  await leader.do('close', { id: coins[0]?.Id });
  for (const [place, follower] of followers.entries()) await follower.settled(copies[place]?.id ?? 0, 6);
  // Whatever the market did, every copy is in profit since its highest point.
  await query(server, 'update copies set high_water = high_water - $1', [DROP]);
  for (const [place, follower] of followers.entries())
    await follower.do('copyStop', { id: copies[place]?.id, close: 1 });
  const ended = await Promise.all(
    followers.map((follower, place) =>
      until(async () => {
        const copy = await follower.copy(copies[place]?.id ?? 0);
        const { realised, high_water: water } = copy.figures;
        // The last fee is charged after the end.
        return copy.state === 'ended' && money(realised) <= money(water) && copy;
      }),
    ),
  );
  if (own !== undefined) await followers[0]?.do('close', { id: own.Id });

  let [all, wins, paid] = [0n, 0, 0n];
  for (const [place, follower] of followers.entries()) {
    const { figures } = ended[place] ?? { figures: undefined };
    const trades = (await tradesOf(follower)).filter(({ id }) => id !== own?.Id);
    const net = sum(trades.map(({ profit, fee, swap }) => money(profit) + money(fee) + money(swap)));
    const fees = await feesOf(follower);
    expect([figures?.realised, figures?.closed, figures?.open]).toEqual([
      (await followers[place]?.copy(copies[place]?.id ?? 0))?.figures.realised,
      trades.length,
      0,
    ]);
    expect(money(figures?.realised ?? '0')).toBe(net);
    expect(money(figures?.fees ?? '0')).toBe(-fees);
    // Each charge is rounded down.
    const share = ((money(figures?.high_water ?? '0') + DROP) * BigInt(SHARE)) / 100n;
    expect(fees).toBeLessThan(0n);
    expect(share + fees).toBeGreaterThanOrEqual(0n);
    expect(share + fees).toBeLessThanOrEqual(5n);
    all += net + fees;
    paid -= fees;
    if (net + fees > 0n) wins += 1;
  }
  const page = await until(async () => {
    const data = await leader.do('followTrader', { id: number });
    return money(data.followers_result) === all && data;
  });
  expect(page).toMatchObject({
    followers: 0,
    followers_copies: followers.length,
    followers_win: ((wins / followers.length) * 100).toFixed(2),
  });
  expect(await feesOf(leader)).toBe(paid);
  expect(money((await leader.do('ownLead')).earned)).toBe(paid);
  expect(page.trades).toBe((await tradesOf(leader)).length);
  expect(page.curve.length).toBeGreaterThanOrEqual(1);
});
