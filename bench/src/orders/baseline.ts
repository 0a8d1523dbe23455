import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { closedLoop, openLoop } from './load.ts';
import type { Run } from './load.ts';

/** Tables with the same columns and indexes as the engine's, so that both designs write the same rows. */
const TABLES = `
  create schema usual;
  create table usual.accounts (like public.accounts including all) with (fillfactor = 70);
  create table usual.orders (like public.orders including all) with (fillfactor = 80);
  create table usual.transfers (like public.transfers including all);
  create table usual.journal (like public.journal including all);
  create sequence usual.order_id cache 32;
  create sequence usual.transfer_id cache 32;
  create sequence usual.journal_seq cache 32;
  insert into usual.accounts (id, shard, kind, cash, order_reserve, withdrawal_hold, opened_at)
    select id, shard, kind, 100000000000, 0, 0, opened_at from public.accounts;
  analyze usual.accounts`;

/** Writes all rows of one order in one statement: order, fee, account, journal. */
const WRITE = `with placed as (
    insert into usual.orders (id, shard, account, instrument, side, kind, status, lots, leverage, margin, fee, swap, created_at, opened_at, price,
      open_quote_seq, open_quote_time, open_quote_bid, open_quote_ask)
    values (nextval('usual.order_id'), 0, $1, $2, 'buy', 'market', 'open', $3, 100, $4, $5, 0, $6, $6, $7, 1, $6, $8, $7) returning id),
  charged as (
    insert into usual.transfers (shard, id, seq, time, kind, account, debit_account, debit_book, credit_account, credit_book, amount, reference)
    select 0, nextval('usual.transfer_id'), 1, $6, 4, $1, $1, 'cash', -2, 'cash', $5, id from placed),
  paid as (update usual.accounts set cash = cash - $5 where id = $1)
  insert into usual.journal (shard, seq, epoch, time, account, key, key_print, command, markets, outcome, events, rules, hash)
    values (0, nextval('usual.journal_seq'), 1, $6, $1, $9, $10, $11, $12, $13, $14, $15, $16)`;

/** A journal row of the engine. The baseline writes its texts without the work of building them. */
export interface SampleRow {
  readonly command: string;
  readonly markets: string;
  readonly outcome: string;
  readonly events: string;
  readonly rules: number;
  readonly hash: Buffer;
}

/** Results of the usual design. */
export interface UsualRuns {
  /** Closed loop: the highest rate. */
  readonly best: Run;
  /** Open loop at STEADY_SHARE of the highest rate. */
  readonly steady: Run;
}

/** Share of the highest rate in an open loop. At the full rate the queue would grow without limit. */
export const STEADY_SHARE = 0.8;

/**
 * Measures the usual design: one transaction per order that locks the account's row, decides and writes; 32 sessions with
 * prepared statements. With pg's pipelining, BEGIN is sent with the lock and COMMIT with the writes: two round trips per
 * order.
 */
export async function measureUsualDesign(
  connection: ClientConfig,
  accounts: number,
  sample: SampleRow,
  seconds: number,
): Promise<UsualRuns> {
  const sessions = await Promise.all(Array.from({ length: 32 }, () => openSession(connection)));
  try {
    return await measure(sessions, accounts, sample, seconds);
  } finally {
    // A session that is left open would fail when the database stops, and hide the error that ended the run.
    await Promise.all(sessions.map((session) => session.end()));
  }
}

async function measure(
  sessions: readonly Client[],
  accounts: number,
  sample: SampleRow,
  seconds: number,
): Promise<UsualRuns> {
  await sessions[0]?.query(TABLES);
  const run = (caller: number, serial: number): Promise<void> =>
    placeOrder(sessions[caller]!, 1 + ((serial * 7919) % accounts), `k${caller}-${serial}`, sample);
  await closedLoop(32, 2, (caller, serial) => run(caller, serial + 1_000_000_000));
  const best = await closedLoop(32, seconds, run);
  const free = new FreeCallers(sessions.length);
  const steady = await openLoop(best.ordersPerSecond * STEADY_SHARE, seconds, async (serial) => {
    const caller = await free.take();
    await run(caller, serial + 2_000_000_000);
    free.give(caller);
  });
  return { best, steady };
}

/** Pool of idle callers. An order waits for the next idle one. */
class FreeCallers {
  readonly #free: number[];
  readonly #waiting: ((caller: number) => void)[] = [];

  constructor(callers: number) {
    this.#free = Array.from({ length: callers }, (_, caller) => caller);
  }

  take(): Promise<number> {
    const caller = this.#free.pop();
    return caller === undefined
      ? new Promise((taken) => {
          this.#waiting.push(taken);
        })
      : Promise.resolve(caller);
  }

  give(caller: number): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(caller);
    else next(caller);
  }
}

/** Missing in pg's types. */
const PIPELINE = { pipeline: true };

async function openSession(connection: ClientConfig): Promise<Client> {
  const client = new Client({ ...connection, ...PIPELINE });
  await client.connect();
  return client;
}

async function placeOrder(session: Client, account: number, key: string, sample: SampleRow): Promise<void> {
  const [, locked] = await Promise.all([
    session.query({ name: 'begin', text: 'begin' }),
    session.query<{ cash: string }>({
      name: 'lock',
      text: 'select cash from usual.accounts where id = $1 for update',
      values: [account],
    }),
  ]);
  const margin = 11_001_000n;
  const fee = 30_000n;
  if (BigInt(locked.rows[0]?.cash ?? 0) < margin + fee) throw new Error('the account has no money left');
  await Promise.all([
    session.query({
      name: 'write',
      text: WRITE,
      values: [
        account,
        1,
        100,
        margin,
        fee,
        Date.now(),
        110010000,
        110000000,
        key,
        keyNumber(key),
        sample.command,
        sample.markets,
        sample.outcome,
        sample.events,
        sample.rules,
        sample.hash,
      ],
    }),
    session.query({ name: 'commit', text: 'commit' }),
  ]);
}

/** FNV-1a hash of a key. Spreads over the index as the engine's fingerprints do. */
function keyNumber(key: string): bigint {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (const character of key) hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100_0000_01b3n);
  return BigInt.asIntN(64, hash);
}
