import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { removeFolder } from '../../../tools/leftovers.mjs';
import { freePort } from '../../../tools/src/free-port.ts';
import { guard } from '../../../tools/src/testing/guard.ts';
import { ServerProcess, WITHOUT_LIMITS } from '../../../tools/src/torture/server-process.ts';
import { Trader, until } from './support/copying.ts';
import { createTestDatabase } from './support/database.ts';
import { query } from './support/real-user.ts';
import { SECRETS_KEY, clientOf } from './support/server.ts';

const FOLLOWERS = 12;
/** Results in the table at the kills. */
const KILLS = [20, 90, 170];

const program = await bundle('apps/server/src/main.ts');
const cleanUp: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

it('killed while leaders trade, the server follows each deed once in each copy', async () => {
  const database = await createTestDatabase('history');
  cleanUp.push(() => database.drop());
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-copying-'));
  guard().add('folder', folder);
  cleanUp.push(() => removeFolder(folder));
  const rows = <Row extends object>(text: string) => query<Row>({ databaseUrl: database.url }, text);
  const server = new ServerProcess({
    program,
    folder,
    port: await freePort(),
    environment: { ...WITHOUT_LIMITS, DATABASE_URL: database.url, FAIRLOT_SECRETS_KEY: SECRETS_KEY },
  });
  cleanUp.push(() => server.kill());
  await server.start();
  const client = { ...clientOf(server.url), databaseUrl: database.url, stop: () => Promise.resolve() };
  const [leader, ...followers] = await Promise.all(Array.from({ length: FOLLOWERS + 1 }, () => Trader.demo(client)));
  if (leader === undefined) throw new Error('a leader');
  const [eurusd, gold] = [await client.instrument('EURUSD'), await client.instrument('XAUUSD')];
  await leader.open(gold, { cont: '0.1' });
  const number = await leader.lead('Quiet Harbour');
  for (const follower of followers) await follower.follow(number, { copy_open: 1 });
  const results = async () => Number((await rows<{ count: string }>('select count(*) from copy_results'))[0]?.count);

  for (const count of KILLS) {
    const trading = (async () => {
      for (let round = 0; ; round += 1) {
        const order = await leader.open(round % 2 === 0 ? eurusd : gold, { cont: '0.2', type: 1 + (round % 2) });
        await leader.do('close', { id: order.Id, cont: '0.1' });
        if (round % 3 !== 0) await leader.do('close', { id: order.Id });
      }
    })().catch(() => undefined);
    await until(async () => (await results()) >= count);
    await server.kill();
    await trading;
    await server.start();
  }
  // Each deed of the leader's journal after the start has a result in each copy.
  const missing = () =>
    rows(`select e.number, c.id from copy_events e cross join lateral unnest(e.copies) as c (id)
      where not exists (select from copy_results r where r.event = e.number and r.copy_id = c.id)`);
  await until(async () => {
    const [{ behind } = { behind: 'all' }] = await rows<{ behind: string }>(
      `select count(*) as behind from journal j, copies c where c.id = (select min(id) from copies) and j.shard = c.shard
         and j.account = c.leader_id and j.seq > c.since and (j.events like '%positionOpened%' or j.events like '%positionClosed%')
         and not exists (select from copy_events e where e.shard = j.shard and e.seq = j.seq and e.copy_id = 0)`,
    );
    return behind === '0' && (await missing()).length === 0;
  });
  // No deed opened or closed twice: orders and results are one to one.
  const [{ opened, distinct, orders } = { opened: '', distinct: '', orders: '' }] = await rows<Record<string, string>>(
    `select count(*) as opened, count(distinct r.order_id) as distinct,
       (select count(*) from orders o where o.account in (select user_id from copies) and o.parent_id is null) as orders
     from copy_results r join copy_events e on e.number = r.event where e.type = 'open' and r.order_id is not null`,
  );
  expect([opened, distinct]).toEqual([orders, orders]);
  const [{ closed, ends } = { closed: '', ends: '' }] = await rows<Record<string, string>>(
    `select (select count(*) from copy_results r join copy_events e on e.number = r.event where e.type = 'close' and r.order_id is not null) as closed,
       (select count(*) from orders o where o.account in (select user_id from copies) and o.status = 'closed') as ends`,
  );
  expect(closed).toBe(ends);
  const skipped = await rows(`select skip, detail, count(*) from copy_results where skip is not null group by 1, 2`);
  expect(skipped).toEqual([]);
  // Every follower holds half of what the leader holds.
  const held = await leader.holding();
  for (const follower of followers) expect(await follower.holding()).toHaveLength(held.length);
});
