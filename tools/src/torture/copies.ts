import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connect } from './checks.ts';
import type { TortureClient } from './client.ts';

const WAIT_MS = 30_000;
const POLL_MS = 100;
/** Shares the copier's equity between both leaders; with the multiple, the smallest order of a leader is large enough. */
const TERMS = { allocation: '45000', multiple: '4', max_slippage: '10', fee_percent: 0, copy_open: 0 };

/** Lets `copiers`, new demo accounts, follow each of the leaders over HTTP. */
export async function openCopies(base: string, leaders: readonly TortureClient[], copiers: number): Promise<void> {
  const numbers: number[] = [];
  for (const [index, { token }] of leaders.entries()) {
    const name = `Tall Lighthouse ${String.fromCharCode(65 + index)}`;
    const listed = await post<{ entry: { user: { id: number } } }>(base, token, '/api/follow/join', { name });
    await post(base, token, '/api/follow/lead', { accepts: 1, fee_percent: 0 });
    numbers.push(listed.entry.user.id);
  }
  for (let index = 0; index < copiers; index += 1) {
    const { token } = await post<{ token: string }>(base, '', '/api/user/createAccountDemoForU', {});
    for (const trader of numbers) await post(base, token, '/api/follow/start', { trader_id: trader, ...TERMS });
  }
}

/**
 * Waits until copying has caught up, and checks that each opening and close of a leader ended in exactly one order or one
 * recorded skip in each copy, and that copiers have no order besides. Reads only the tables, so it shares no arithmetic with
 * the server.
 */
export async function checkCopies(dataFolder: string): Promise<string[]> {
  const database = await connect(dataFolder);
  try {
    const deadline = Date.now() + WAIT_MS;
    let behind = await missing(database);
    while (behind.length > 0 && Date.now() < deadline) {
      await new Promise((done) => {
        setTimeout(done, POLL_MS);
      });
      behind = await missing(database);
    }
    return [...behind, ...(await unequal(database))];
  } finally {
    await database.end();
  }
}

/** Deeds without an event, and events without a result in a copy. */
async function missing(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ problem: string }>(
    `select format('row %s of leader %s was not followed by copy %s', j.seq, c.leader_id, c.id) as problem
       from copies c join journal j on j.shard = c.shard and j.account = c.leader_id and j.seq > c.since
       where (j.events like '%"positionOpened"%' or j.events like '%"positionClosed"%')
         and not exists (select from copy_events e join copy_results r on r.event = e.number and r.copy_id = c.id
           where e.shard = j.shard and e.seq = j.seq and e.leader_id = c.leader_id)
     union all
     select format('event %s has no result in copy %s', e.number, f.id)
       from copy_events e cross join lateral unnest(e.copies) as f (id)
       where not exists (select from copy_results r where r.event = e.number and r.copy_id = f.id)
     limit 10`,
  );
  return rows.map(({ problem }) => problem);
}

/** Orders of copiers that no result names, or that several name. */
async function unequal(database: Client): Promise<string[]> {
  const { rows } = await database.query<Record<'opened' | 'named' | 'orders' | 'closed' | 'ends' | 'odd', string>>(
    `with copiers as (select distinct user_id from copies),
       results as (select r.order_id, e.type from copy_results r join copy_events e on e.number = r.event)
     select (select count(*) from results where type = 'open' and order_id is not null) as opened,
       (select count(distinct order_id) from results where type = 'open') as named,
       (select count(*) from orders where account in (select user_id from copiers) and parent_id is null) as orders,
       (select count(*) from results where type = 'close' and order_id is not null) as closed,
       (select count(*) from orders where account in (select user_id from copiers) and status = 'closed') as ends,
       (select count(*) from copy_results where skip not in
         ('below_minimum', 'over_allocation', 'price_moved', 'not_held', 'not_followed', 'refused')) as odd`,
  );
  const [found] = rows;
  if (found === undefined) return ['copies could not be counted'];
  const { opened, named, orders, closed, ends, odd } = found;
  return [
    ...(opened === orders && named === orders
      ? []
      : [`copiers have ${orders} orders, ${opened} openings are recorded with ${named} orders`]),
    ...(closed === ends ? [] : [`copiers have ${ends} closed orders, ${closed} closes are recorded`]),
    ...(odd === '0' ? [] : [`${odd} deeds were skipped for a reason that nothing here causes`]),
  ];
}

/** Results so far, for the report. */
export async function countResults(dataFolder: string): Promise<string> {
  const database = await connect(dataFolder);
  try {
    const { rows } = await database.query<{ done: string; skipped: string }>(
      'select count(order_id) as done, count(skip) as skipped from copy_results',
    );
    return `${rows[0]?.done} copied deeds, ${rows[0]?.skipped} skips`;
  } finally {
    await database.end();
  }
}

async function post<Data>(base: string, token: string, path: string, input: object): Promise<Data> {
  const answer = await fetch(base + path, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token !== '' && { authorization: token }),
    },
  });
  const { code, reason, data } = (await answer.json()) as { code: number; reason?: string; data: Data };
  if (code !== 1) throw new Error(`${path} was refused: ${reason}`);
  return data;
}
