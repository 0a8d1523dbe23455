import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { loginUrl } from '../../../tools/src/testing/postgres.ts';
import { Trader, type WireCopy, until } from './support/copying.ts';
import { type AnswerProxy, startAnswerProxy } from './support/lost-answers.ts';
import { metricIn } from './support/metrics.ts';
import { query } from './support/real-user.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

/** The statements whose answers are lost, each in a transaction of its own. */
const START = 'insert into "copies"';
const STOP = 'update "copies" set "ended" = $1';
const END = 'update "copies" set "state" = $1, "ended_at"';
const STATE = 'update "copies" set "state" = $1 where';
const AMEND = 'update "copies" set "allocation"';
const RESULTS = 'copy copy_results (';
/** A read that a copy which takes over positions makes before its first command. */
const FROZEN = 'any($1::bigint[]) and "blocked_at" is not null';
const TERMS = { allocation: '50000', max_slippage: '10', fee_percent: 0 };
const FEE_PERCENT = 20;

let server: RestartableServer;
let proxy: AnswerProxy;
let eurusd: number;
beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' });
  proxy = await startAnswerProxy({ connectionString: loginUrl(server.databaseUrl, inject('databaseLogin')) });
  const { user, password, port, database } = proxy.connection;
  await server.restart({ DATABASE_URL: `postgres://${user}:${String(password)}@127.0.0.1:${port}/${database}` });
  eurusd = await server.instrument('EURUSD');
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
});

let names = 0;
const nextName = (): string => `Lighthouse ${String.fromCharCode(65 + (names += 1))}`;

/** A leader, a copier, and another copier of the leader whose deeds show that a deed is done. */
async function three(feePercent = 0) {
  const [leader, follower, witness] = [await Trader.demo(server), await Trader.demo(server), await Trader.demo(server)];
  const number = await leader.lead(nextName(), feePercent);
  const witnessed = await witness.follow(number, { fee_percent: feePercent });
  let deeds = 0;
  /** Opens a position, and waits until the witness has copied it. */
  const open = async () => {
    const order = await leader.open(eurusd);
    await witness.settled(witnessed.id, (deeds += 1));
    return order;
  };
  const close = async (id: number) => {
    await leader.do('close', { id });
    await witness.settled(witnessed.id, (deeds += 1));
  };
  return { leader, follower, number, open, close };
}

/** A call whose change is committed without an answer. */
async function lost(
  text: string,
  call: () => Promise<{ readonly reason: string }>,
  meanwhile?: () => Promise<unknown>,
) {
  const isLost = proxy.loseAnswerTo(text, meanwhile);
  expect((await call()).reason).not.toBe('ok');
  await isLost;
}

const skips = async (who: Trader, { id }: Pick<WireCopy, 'id'>, count: number) =>
  (await who.settled(id, count)).map(({ deed, skip }) => [deed, skip]);

const metric = async (name: string) => metricIn((await server.raw('/metrics')).text, name) ?? 0;
const running = () => metric('fairlot_copies_running');

it('a copy whose start had no answer follows the leader from then on', async () => {
  const { leader, follower, number } = await three();
  const key = randomUUID();
  const start = () => follower.call('copyStart', { trader_id: number, ...TERMS }, key);
  // A deed after the row of the start waits for its answer.
  await lost(START, start, async () => {
    await leader.open(eurusd);
    await until(async () => (await metric('fairlot_copy_lag_rows')) > 0);
  });
  const { reason, data: copy } = await start();
  expect(reason).toBe('ok');
  expect(await skips(follower, copy, 1)).toEqual([['open', null]]);
  const order = await leader.open(eurusd);
  expect(await skips(follower, copy, 2)).toEqual([
    ['open', null],
    ['open', null],
  ]);
  expect(await follower.holding()).toHaveLength(2);
  await leader.do('close', { id: order.Id });
  await follower.settled(copy.id, 3);
  expect(await follower.holding()).toHaveLength(1);
});

it('the first copy of a leader takes over positions once although its start had no answer', async () => {
  const [leader, follower] = [await Trader.demo(server), await Trader.demo(server)];
  const number = await leader.lead(nextName());
  await leader.open(eurusd);
  const key = randomUUID();
  const start = () => follower.call('copyStart', { trader_id: number, copy_open: 1, ...TERMS }, key);
  await lost(START, start);
  const { data: copy } = await start();
  expect(await skips(follower, copy, 1)).toEqual([['open', null]]);
  await leader.open(eurusd);
  await follower.settled(copy.id, 2);
  expect(await follower.holding()).toHaveLength(2);
});

it('closes what a copy has taken over at its second attempt when the leader closed it meanwhile', async () => {
  const [leader, follower] = [await Trader.demo(server), await Trader.demo(server)];
  const number = await leader.lead(nextName());
  const order = await leader.open(eurusd);
  const isLost = proxy.loseAnswerTo(FROZEN, async () => {
    await leader.do('close', { id: order.Id });
    await until(async () => (await metric('fairlot_copy_lag_rows')) > 0);
  });
  const copy = await follower.follow(number, { copy_open: 1 });
  await isLost;
  expect((await skips(follower, copy, 2)).map(([, skip]) => skip)).toEqual([null, null]);
  expect(await follower.holding()).toEqual([]);
});

it('a start that was rolled back without an answer can be repeated', async () => {
  const { follower, number, open } = await three();
  const key = randomUUID();
  const start = () => follower.call('copyStart', { trader_id: number, ...TERMS }, key);
  // The trigger breaks the session before the commit.
  await query(
    server,
    `create function break_session() returns trigger language plpgsql as $$ begin
       perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
     create trigger break_session after insert on copies execute function break_session()`,
  );
  const { reason } = await start();
  await query(server, 'drop trigger break_session on copies');
  expect(reason).not.toBe('ok');
  const copy = await until(async () => {
    const again = await start();
    return again.reason === 'ok' && again.data;
  });
  await open();
  expect(await skips(follower, copy, 1)).toEqual([['open', null]]);
});

it('a stopped copy opens nothing more although the stop had no answer, and its fee is charged once', async () => {
  const { follower, number, open, close } = await three(FEE_PERCENT);
  const copy = await follower.follow(number, { fee_percent: FEE_PERCENT });
  const order = await open();
  const [opened] = await follower.settled(copy.id, 1);
  await close(order.Id);
  await follower.settled(copy.id, 2);
  await open();
  await follower.settled(copy.id, 3);
  // The market gives no certain profit.
  await query(server, 'update orders set profit = 100000000, fee = 0, swap = 0 where id = $1', [opened?.order_id]);
  await lost(STOP, () => follower.call('copyStop', { id: copy.id, close: 1 }));
  await open();
  const ended = await until(async () => {
    const now = await follower.copy(copy.id);
    return now.state === 'ended' && Number(now.figures.fees) > 0 && now;
  });
  expect(ended).toMatchObject({ ended: 'copier', figures: { open: 0 } });
  expect(await follower.holding()).toEqual([]);
  const after = (await follower.deeds(copy.id)).slice(3);
  expect(after.filter(({ skip }) => skip === null)).toEqual([]);
  const fees = await query(server, 'select paid from copy_fees where copy_id = $1', [copy.id]);
  expect(fees).toEqual([{ paid: true }]);
  const charges = `select count(*)::int as count from journal where account = $1 and command like '%chargeCopyFee%'`;
  expect(await query(server, charges, [follower.id])).toEqual([{ count: 1 }]);
});

it('a stop without an answer that leaves the positions ends the copy', async () => {
  const { follower, number, open } = await three();
  const copy = await follower.follow(number);
  await open();
  await follower.settled(copy.id, 1);
  await lost(STOP, () => follower.call('copyStop', { id: copy.id, close: 0 }));
  await open();
  expect(await follower.deeds(copy.id)).toHaveLength(1);
  expect(await follower.holding()).toHaveLength(1);
});

it('a pause, a change of terms and a resumption hold without an answer', async () => {
  const { follower, number, open } = await three();
  const copy = await follower.follow(number);
  await lost(STATE, () => follower.call('copyPause', { id: copy.id }));
  await open();
  const paused = ['open', 'paused'];
  expect(await skips(follower, copy, 1)).toEqual([paused]);
  await lost(STATE, () => follower.call('copyResume', { id: copy.id }));
  await open();
  expect(await skips(follower, copy, 2)).toEqual([paused, ['open', null]]);
  await lost(AMEND, () => follower.call('copyAmend', { id: copy.id, ...TERMS, fee_percent: undefined, multiple: '2' }));
  await open();
  const [, before, after] = await follower.settled(copy.id, 3);
  // Twice as much, rounded down to lots by the equity of that moment.
  expect(Number(after?.lots)).toBeGreaterThan(1.5 * Number(before?.lots));
});

it('a pause that is committed after its connection has broken holds', async () => {
  const { follower, number, open } = await three();
  const late = await Trader.demo(server);
  const [copy, other] = [await late.follow(number), await follower.follow(number)];
  const session = new Client({ connectionString: server.databaseUrl });
  await session.connect();
  try {
    await session.query('begin');
    await session.query(`update copies set state = 'paused' where id = $1`, [copy.id]);
    await lost(STATE, () => follower.call('copyPause', { id: other.id }));
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table copies%' and datname = current_database()`;
    await until(async () => (await query(server, waiting)).length > 0);
    await session.query('commit');
  } finally {
    await session.end();
  }
  await open();
  expect(await skips(late, copy, 1)).toEqual([['open', 'paused']]);
});

it('forgets a copy whose end had no answer', async () => {
  const before = await running();
  const { follower, number } = await three();
  const copy = await follower.follow(number);
  expect(await running()).toBe(before + 2);
  const isLost = proxy.loseAnswerTo(END);
  await follower.do('copyStop', { id: copy.id, close: 1 });
  await isLost;
  await until(async () => (await running()) === before + 1);
});

it('closes what was opened when the answer to the results was lost', async () => {
  const { leader, follower, number } = await three();
  const copy = await follower.follow(number);
  const isLost = proxy.loseAnswerTo(RESULTS);
  const order = await leader.open(eurusd);
  await isLost;
  await leader.do('close', { id: order.Id });
  expect(await skips(follower, copy, 2)).toEqual([
    ['open', null],
    ['close', null],
  ]);
  expect(await follower.holding()).toEqual([]);
});
