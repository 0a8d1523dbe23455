import { afterAll, beforeAll, expect, it } from 'vitest';
import { Trader, type WireCopy, until } from './support/copying.ts';
import { metricIn } from './support/metrics.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import { query } from './support/real-user.ts';

// Copies while one shard of real accounts has no holder.

const TERMS = { allocation: '500', fee_percent: 0, max_slippage: '10' };
/** The shard of the third account. */
const LOST = 3;

let bank: Bank;
let eurusd: number;
const traders: Trader[] = [];
/** The copies of the second and the third account. */
const copies: WireCopy[] = [];

beforeAll(async () => {
  bank = await openBank({ FAIRLOT_SESSIONS: 'always', FAIRLOT_REAL_SHARDS: '3' });
  eurusd = await bank.server.instrument('EURUSD');
  for (let count = 0; count < 3; count += 1) traders.push(new Trader(bank.server, await fundedUser(bank, '1000')));
  const number = (await traders[0]?.lead('Harbour Crane')) ?? 0;
  for (const follower of traders.slice(1)) copies.push(await follower.follow(number, TERMS));
});
afterAll(() => bank.server.stop());

const left = async () => metricIn((await bank.server.raw('/metrics')).text, 'fairlot_copy_deeds_left') ?? 0;

/** Fails the next commit of a shard, and refuses its next holder. */
async function lose(shard: number): Promise<void> {
  await query(
    bank.server,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no space'; end $$;
     create trigger refuse before insert on journal for each row when (new.shard = ${shard}) execute function refuse();
     create trigger refuse before update on lease for each row when (new.shard = ${shard}) execute function refuse()`,
  );
}

/** The results of a copy, once there are so many. The call for them waits for all shards. */
const results = (copy: number, count: number) =>
  until(async () => {
    const rows = await query<{ type: string; skip: string | null }>(
      bank.server,
      'select type, skip from copy_results join copy_events on number = event where copy_results.copy_id = $1 order by event',
      [copy],
    );
    return rows.length >= count && rows.map(({ type, skip }) => [type, skip]);
  });

it('follows a leader in all other copies while the shard of one is away, and in that one afterwards', async () => {
  const [leader, , far] = traders as [Trader, Trader, Trader];
  const [one, other] = copies as [WireCopy, WireCopy];
  const first = await leader.open(eurusd, { cont: '0.1' });
  await results(other.id, 1);
  await lose(LOST);
  await leader.do('close', { id: first.Id });
  await leader.open(eurusd, { cont: '0.2' });
  const all = ['open', 'close', 'open', 'open'].map((type) => [type, null]);
  expect(await results(one.id, 3)).toEqual(all.slice(0, 3));
  await until(async () => (await left()) === 2);
  const last = await leader.open(eurusd, { cont: '0.1' });
  await results(one.id, 4);
  await until(async () => (await left()) === 3);
  await query(bank.server, 'drop function refuse cascade');
  expect(await results(other.id, 4)).toEqual(all);
  await until(async () => (await left()) === 0);
  expect(await far.holding()).toHaveLength(2);
  await leader.do('close', { id: last.Id });
  expect(await results(other.id, 5)).toHaveLength(5);
  await until(async () => (await query(bank.server, 'select from copy_events where not done')).length === 0);
});

it('opens nothing for a follower who was frozen while the shard was away, and follows closes', async () => {
  const [leader, , far] = traders as [Trader, Trader, Trader];
  const [, other] = copies as [WireCopy, WireCopy];
  const before = (await results(other.id, 0)).length;
  const first = await leader.open(eurusd, { cont: '0.1' });
  expect((await results(other.id, before + 1)).at(-1)).toEqual(['open', null]);
  await lose(LOST);
  // Its command has an unknown outcome, and is sent again whatever happens meanwhile.
  await leader.do('close', { id: first.Id });
  await leader.open(eurusd, { cont: '0.1' });
  await until(async () => (await left()) === 2);
  // The call of staff that freezes waits for all shards.
  await query(bank.server, 'update users set blocked_at = now() where id = $1', [far.id]);
  await query(bank.server, 'drop function refuse cascade');
  expect((await results(other.id, before + 3)).slice(-2)).toEqual([
    ['close', null],
    ['open', 'paused'],
  ]);
});
