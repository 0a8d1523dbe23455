import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pause } from '../src/platform/pause.ts';
import { Trader, until } from './support/copying.ts';
import { type TestServer, startTestServer } from './support/server.ts';

/** Longer than a call waits for tables of demo accounts that stall, so that the work behind that wait has begun. */
const STALL_MS = 3000;

let server: TestServer;
let eurusd: number;
beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' });
  eurusd = await server.instrument('EURUSD');
});
afterAll(() => server.stop());

async function pair(name: string): Promise<{ leader: Trader; follower: Trader; number: number }> {
  const [leader, follower] = [await Trader.demo(server), await Trader.demo(server)];
  return { leader, follower, number: await leader.lead(name) };
}

/** Runs work while nothing can be written to the orders. */
async function whileHeld<T>(work: (holder: Client) => Promise<T>): Promise<T> {
  const holder = new Client({ connectionString: server.databaseUrl });
  await holder.connect();
  // A failed test drops the database under it.
  holder.on('error', () => undefined);
  try {
    await holder.query('begin; lock table orders in share mode');
    return await work(holder);
  } finally {
    await holder.end();
  }
}

it('opens a position once that the tables lack when a copy takes it over', async () => {
  const { leader, follower, number } = await pair('Harbour Once');
  // The leader has a follower already, so its rows are drawn.
  const other = await Trader.demo(server);
  await other.follow(number);
  const { started, order } = await whileHeld(async () => {
    const placed = await leader.open(eurusd);
    const beginning = follower.follow(number, { copy_open: 1 });
    await Promise.race([beginning, pause(STALL_MS)]);
    return { started: { beginning }, order: placed };
  });
  const copy = await started.beginning;
  await follower.settled(copy.id, 1);
  // A later deed shows that all deeds before it are done.
  await leader.open(eurusd);
  await follower.settled(copy.id, 2);
  expect(await follower.holding()).toHaveLength(2);
  for (const { Id } of [order, ...(await leader.holding()).filter(({ Id: id }) => id !== order.Id)])
    await leader.do('close', { id: Id });
  await follower.settled(copy.id, 4);
  expect(await follower.holding()).toEqual([]);
});

it('follows what a recovery wrote to the tables, also when the leader does nothing more', async () => {
  const { leader, follower, number } = await pair('Harbour Quiet');
  const copy = await follower.follow(number);
  await whileHeld(async (holder) => {
    await leader.open(eurusd);
    const cut = async (): Promise<number | null> =>
      (
        await holder.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name like 'fairlot tables%' and wait_event_type = 'Lock' and datname = current_database()`,
        )
      ).rowCount;
    // The order is answered when it is committed; its write to the tables may come to the lock later.
    await expect.poll(cut).toBe(1);
    // The follower catches up with the tables as they are, before the recovery writes the rest.
    await pause(STALL_MS);
  });
  expect(await follower.settled(copy.id, 1)).toMatchObject([{ deed: 'open', skip: null }]);
  expect(await follower.holding()).toHaveLength(1);
});

it('counts a close that the tables lack when its copy ends', async () => {
  const { leader, follower, number } = await pair('Harbour Last');
  const copy = await follower.follow(number);
  await leader.open(eurusd);
  await follower.settled(copy.id, 1);
  const [held] = await follower.holding();
  const stopping = await whileHeld(async () => {
    await follower.do('close', { id: held?.Id });
    const stopped = follower.do('copyStop', { id: copy.id, close: 1 });
    await Promise.race([stopped, pause(STALL_MS)]);
    await pause(STALL_MS);
    return { stopped };
  });
  await stopping.stopped;
  const ended = await until(async () => {
    const now = await follower.copy(copy.id);
    return now.state === 'ended' && now;
  });
  expect(ended.figures).toMatchObject({ open: 0, closed: 1 });
});
