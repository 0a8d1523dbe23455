import { DAY_MS, HOUR_MS, money } from '@fairlot/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { DeskActions } from '../src/features/office/desk/actions.ts';
import { DeskQueries } from '../src/features/office/desk/queries.ts';
import type { ProposalHandler } from '../src/staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../src/staff/proposals/proposal-store.ts';
import type { Proposals } from '../src/staff/proposals/proposals.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { openFundingStaff } from './support/funding-staff.ts';
import { type ScriptedMarket, startScriptedMarket } from './support/scripted-market.ts';
import { NOON, buy } from './support/test-host.ts';

/** Deeds whose outcome can't be stored, by number. */
const unstorable = new Set<number>();

class FailingQueries extends DeskQueries {
  override finish(...of: Parameters<DeskQueries['finish']>): Promise<void> {
    return unstorable.has(of[0]) ? Promise.reject(new Error('the table is away')) : super.finish(...of);
  }
}

let made: TestDatabase;
let database: Database;
let scripted: ScriptedMarket;
let desk: DeskActions;
let handler: ProposalHandler;
let account: number;

beforeEach(async () => {
  unstorable.clear();
  made = await createTestDatabase();
  database = await made.open();
  scripted = await startScriptedMarket(database, NOON);
  const { host, market } = scripted;
  const { notices, limit } = await openFundingStaff(database, host);
  const proposals = { register: (_kind: string, of: ProposalHandler) => (handler = of) } as unknown as Proposals;
  desk = new DeskActions({
    queries: new FailingQueries(database.kysely, notices),
    trading: host,
    market,
    proposals,
    limit,
    clock: Date.now,
    log: silentLog,
  });
  await database.pool.query(`insert into staff (name, roles) values ('dealer', '{dealer}')`);
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (kind, email, password_hash, invite_code) values ('real', 'a@b.example', 'x', 'code') returning id`,
  );
  account = Number(rows[0]?.id);
  await host.submit({ type: 'openAccount', account, key: 'open', kind: 'real' });
  await host.submit({ type: 'deposit', account, key: 'pay', amount: money('5000'), reference: 1 });
  scripted.tick('1.1');
});
afterEach(async () => {
  await scripted.stop();
  await database.close();
  await made.drop();
});

/** Opens a position, and returns its order. */
async function position(key: string): Promise<number> {
  const instrument = scripted.market.instruments()[0]?.id ?? 0;
  expect(await scripted.host.submit({ ...buy(account, key), instrument })).toMatchObject({ ok: true });
  const { rows } = await database.pool.query<{ id: string }>('select max(id) as id from orders');
  return Number(rows[0]?.id);
}

/** A close that was decided some time ago, counted for its author's limit. */
async function decided(order: number, ageMs = 0): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>(
    `with deed as (insert into desk_deeds (kind, order_id, user_id, author_id, reason, key, state, created_at)
        values ('close', $1::bigint, $2::bigint, 1, 'asked', $1::text, 'decided', $3) returning id)
      insert into one_person_decisions (kind, record_id, user_id, person_id, amount, at)
        select 'desk_deeds', id, $2::bigint, 1, 10, now() from deed returning record_id as id`,
    [order, account, new Date(Date.now() - ageMs)],
  );
  return Number(rows[0]?.id);
}

async function deeds() {
  const { rows } = await database.pool.query<{ state: string; refusal: string | null; counts: boolean }>(
    `select state, refusal, exists(select from one_person_decisions d where d.record_id = desk_deeds.id) as counts
      from desk_deeds order by id`,
  );
  return rows;
}

const WAITING = { state: 'decided', refusal: null, counts: true };
const DONE = { state: 'done', refusal: null, counts: true };

describe('a close that was decided before', () => {
  it('waits for a quote that can be dealt on, and is done at it', async () => {
    await decided(await position('one'));
    scripted.clock.time += HOUR_MS;
    await desk.resume();
    expect(await deeds()).toEqual([WAITING]);
    scripted.tick('1.1');
    await desk.resume();
    expect(await deeds()).toEqual([DONE]);
  });

  it('waits while the instrument is halted', async () => {
    const instrument = scripted.market.instruments()[0]?.id ?? 0;
    await decided(await position('one'));
    const halt = { type: 'setDealing', instrument, staff: 1, memo: 'a wrong price' } as const;
    await scripted.host.submit({ ...halt, mode: 'halted' });
    await desk.resume();
    expect(await deeds()).toEqual([WAITING]);
    await scripted.host.submit({ ...halt, mode: 'closeOnly' });
    await desk.resume();
    expect(await deeds()).toEqual([DONE]);
  });

  it('is refused after a day, and no longer counts for the limit of its author', async () => {
    const order = await position('one');
    await decided(order, DAY_MS);
    scripted.clock.time += HOUR_MS;
    await desk.resume();
    expect(await deeds()).toEqual([{ state: 'refused', refusal: 'market_data_stale', counts: false }]);
    scripted.tick('1.1');
    await desk.resume();
    const { rows } = await database.pool.query('select status from orders where id = $1', [order]);
    expect(rows).toEqual([{ status: 'open' }]);
  });

  it('is stored as done whatever the market is, when the engine had done it', async () => {
    const deed = await decided(await position('one'), DAY_MS);
    unstorable.add(deed);
    await desk.resume();
    expect(await deeds()).toEqual([WAITING]);
    unstorable.clear();
    scripted.clock.time += HOUR_MS;
    await desk.resume();
    expect(await deeds()).toEqual([DONE]);
  });

  it('keeps no later one from being done when it fails', async () => {
    unstorable.add(await decided(await position('one')));
    await decided(await position('two'));
    await desk.resume();
    expect(await deeds()).toEqual([WAITING, DONE]);
  });

  it('waits after its approval too', async () => {
    const order = await position('one');
    scripted.clock.time += HOUR_MS;
    const { rows } = await database.pool.query<ProposalRow>(
      `insert into staff_proposals (kind, subject_id, before, after, base_version, author_id, created_at, state, alone)
        values ('close', $1, '{}', $2, 0, 1, now(), 'approved', false) returning *`,
      [order, JSON.stringify({ user_id: account, reason: 'asked' })],
    );
    const row = rows[0] as ProposalRow;
    expect(await handler.apply(row, () => Promise.resolve())).toMatchObject({ ok: true, data: { state: 'decided' } });
    scripted.tick('1.1');
    await desk.resume();
    expect(await deeds()).toEqual([{ ...DONE, counts: false }]);
  });
});
