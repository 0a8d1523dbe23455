import type { CopyResult, LeaderDeed } from '@fairlot/copying';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '../../../db/tables/index.ts';
import { BatchQuery } from '../../../trading/journal/batch-query.ts';
import { CopyBuffer } from '../../../trading/journal/copy-buffer.ts';

type Done = Extract<CopyResult['result'], { type: 'done' }>;

/** A result with the figures of its row. */
export interface ResultRow extends CopyResult {
  /** Micro-dollars by which the copier's fill was worse; null where there is none. */
  readonly difference: bigint | null;
}

const COLUMNS = ['event', 'copy_id', 'order_id', 'lots', 'skip', 'detail', 'price', 'difference', 'delay_ms'];
const COPY = `copy copy_results (${COLUMNS.join(', ')}) from stdin (format binary)`;
/** SQLSTATE of a row whose key exists. */
const UNIQUE_VIOLATION = '23505';

/**
 * Stores results in one transaction. Those that a former run has stored stay. A leader's deed costs one row for each copier,
 * so a row has only what differs between copiers and is written by COPY; copy_events has the rest, and the sums of copies
 * are computed later (refreshResults).
 */
export async function recordResults(db: Kysely<Tables>, pool: Pool, results: readonly ResultRow[]): Promise<void> {
  try {
    await copyResults(pool, results);
  } catch (error) {
    // A commit of a former run that arrived late. COPY has stored none of these rows.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    await insertMissing(db, results);
  }
}

async function copyResults(pool: Pool, results: readonly ResultRow[]): Promise<void> {
  const to = new CopyBuffer();
  for (const row of results) write(to, row);
  const client = await pool.connect();
  try {
    await new Promise<void>((stored, failed) => {
      const settle = (error?: Error): void => (error === undefined ? stored() : failed(error));
      client.query(new BatchQuery(COPY, [to.finish()], 'COPY', settle));
    });
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function write(to: CopyBuffer, { deed, copy, event, result, difference }: ResultRow): void {
  const done = result.type === 'done' ? result : undefined;
  to.row(COLUMNS.length);
  to.int8(deed);
  to.int8(copy);
  to.int8(done?.order);
  to.int8(done?.lots);
  to.text(result.type === 'skipped' ? result.reason : undefined);
  to.text(refusalOf(result));
  to.int8(done?.price);
  to.int8(difference ?? undefined);
  if (done === undefined) to.none();
  else to.int4(delayOf(done, event));
}

async function insertMissing(db: Kysely<Tables>, results: readonly ResultRow[]): Promise<void> {
  const of = <T>(pick: (row: ResultRow) => T): T[] => results.map(pick);
  const done = <T>(pick: (result: Done, event: LeaderDeed) => T): (T | null)[] =>
    of(({ result, event }) => (result.type === 'done' ? pick(result, event) : null));
  await sql`insert into copy_results (${sql.raw(COLUMNS.join(', '))})
    select * from unnest(${of(({ deed }) => deed)}::bigint[], ${of(({ copy }) => copy)}::bigint[],
      ${done(({ order }) => order)}::bigint[], ${done(({ lots }) => String(lots))}::bigint[],
      ${of(({ result }) => (result.type === 'skipped' ? result.reason : null))}::text[], ${of(({ result }) => refusalOf(result))}::text[],
      ${done(({ price }) => (price === undefined ? null : String(price)))}::bigint[],
      ${of(({ difference }) => (difference === null ? null : String(difference)))}::bigint[], ${done(delayOf)}::int[])
    on conflict do nothing`.execute(db);
}

function refusalOf(result: CopyResult['result']): string {
  return result.type === 'skipped' ? (result.refusal ?? '') : '';
}

/** Milliseconds of market time from the leader's row to the copier's. */
function delayOf({ time }: Done, event: LeaderDeed): number {
  return Math.max(0, time - event.time);
}
