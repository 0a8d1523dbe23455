import { LEDGER_TYPES, asPrice, price, rate } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { AnnouncedSwaps } from '../src/trading/announced-swaps.ts';
import { startTradingHost } from '../src/trading/host.ts';
import type { TradingShard } from '../src/trading/port.ts';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { silentLog } from './support/database.ts';
import { testHostScope } from './support/test-host-scope.ts';
import { EURUSD, buy, openAccount, quoteOf } from './support/test-host.ts';

const on = testHostScope();
/** Points of a rate, for a tenth of a lot: 0.1 lots × 100,000 units × 0.00001 = 0.10 dollars a point. */
const charged = (points: number): bigint => BigInt(Math.round(points * 100_000));
const swapOf = (long: string) => ({ ...EURUSD.swap, long: rate(long) });

/** Starts a host on the test's database, with announced swaps. */
function startAt(clock: { time: number }, announcedSwaps: AnnouncedSwaps): Promise<TradingShard> {
  return startTradingHost({
    connection: on.database.connection,
    pool: on.database.pool,
    now: () => clock.time,
    log: silentLog,
    holder: 'a later start',
    announcedSwaps,
    onFatal: () => undefined,
  });
}

function announce(long: string, from: string): AnnouncedSwaps {
  const announced = new AnnouncedSwaps();
  announced.replace([{ id: 1, instrument: EURUSD.id, swap: swapOf(long), from: Date.parse(from) }]);
  return announced;
}

async function charge(trading: TradingShard): Promise<void> {
  await new SwapSchedule({ trading, pool: on.database.pool, log: silentLog }).runDue();
}

function openMarket(host: TradingShard, seq: number, time: number): void {
  host.setOpen(EURUSD.id, true);
  host.onQuote(quoteOf(seq, time, '1.10000', '1.10010'));
}

async function swapsOf(account: bigint): Promise<bigint[]> {
  const rows = await on.database.kysely
    .selectFrom('transfers')
    .select('amount')
    .where('account', '=', account)
    .where('kind', '=', LEDGER_TYPES.swap)
    .orderBy('id')
    .execute();
  return rows.map(({ amount }) => amount);
}

const verified = async () => (await verifyShard(on.database.pool)).shown;

it('charges the rollovers before the date at the old swap and those from the date on at the new one', async () => {
  await on.testHost.host.stop();
  const clock = { time: Date.parse('2026-11-23T12:00:00Z') };
  const host = await startAt(clock, announce('-2', '2026-11-24T22:00:00Z'));
  openMarket(host, 9_000_000, clock.time);
  await host.submit(openAccount(1));
  await host.submit(buy(1, 'a'));
  for (const rollover of ['2026-11-23T22:00:00Z', '2026-11-24T22:00:00Z']) {
    clock.time = Date.parse(rollover);
    await charge(host);
  }
  expect(await swapsOf(1n)).toEqual([charged(6.5), charged(2)]);
  await host.stop();
  expect(await verified()).toEqual([]);
});

it('charges rollovers missed by a stopped server at the swap of their date, also to what closes before the charges', async () => {
  const clock = { time: Date.parse('2026-11-25T08:00:00Z') };
  const before = await startAt(clock, new AnnouncedSwaps());
  openMarket(before, 9_100_000, clock.time);
  await before.submit(openAccount(2));
  await before.submit({ ...buy(2, 'a'), stopLoss: asPrice(price('1.09000')) });
  await before.submit(openAccount(3));
  await before.submit(buy(3, 'a'));
  await before.stop();

  // Wednesday at −2 counts three times; Thursday and Friday are charged at −5.
  clock.time = Date.parse('2026-11-28T12:00:00Z');
  const after = await startAt(clock, announce('-5', '2026-11-26T22:00:00Z'));
  after.setOpen(EURUSD.id, true);
  after.onQuote(quoteOf(9_200_000, clock.time, '1.08000', '1.08010'));
  await charge(after);
  const expected = [charged(3 * 2), charged(5), charged(5)];
  expect(await swapsOf(2n)).toEqual(expected);
  expect(await swapsOf(3n)).toEqual(expected);
  await after.stop();
  expect(await verified()).toEqual([]);
});

it('charges a rollover at the swap of its beginning after a change and a restart in the middle of the charges', async () => {
  const clock = { time: Date.parse('2026-11-30T22:00:01Z') };
  const host = await startAt(clock, new AnnouncedSwaps());
  await host.submit({ type: 'defineInstrument', instrument: { ...EURUSD, swap: swapOf('-9') } });
  await host.stop();
  const restarted = await startAt(clock, new AnnouncedSwaps());
  await charge(restarted);
  expect((await swapsOf(3n)).at(-1)).toBe(charged(5));
  clock.time = Date.parse('2026-12-01T22:00:00Z');
  await charge(restarted);
  expect((await swapsOf(3n)).at(-1)).toBe(charged(9));
  await restarted.stop();
  expect(await verified()).toEqual([]);
  expect(await on.database.kysely.selectFrom('kept_swaps').selectAll().execute()).toEqual([]);
});
