import type { AccountId, Event, OrderId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import { decode } from './journal/codec.ts';

/** A stop-out from the journal. */
export interface StopOutRow {
  readonly seq: number;
  readonly time: number;
  /** Version of the rules that decided it (Applied.rules). */
  readonly rules: number;
  /** All its events in order: cancelled orders, closed positions, their transfers, the cover. */
  readonly events: readonly Event[];
}

const STOP_OUT = '{"type":"stopOut"%';

/**
 * The stop-out that ended an order of an account; undefined when the order ended otherwise, is alive, or belongs to
 * another account. Stop-outs have no key; migration 011 indexes such rows by account and time. Those of rows that have left
 * the database are kept (migration 093).
 */
export async function readStopOut(
  db: Kysely<Tables>,
  account: AccountId,
  order: OrderId,
): Promise<StopOutRow | undefined> {
  const of = sql`o.id = ${BigInt(order)} and o.account = ${BigInt(account)} and o.reason = 'stop_out'`;
  const { rows } = await sql<{ seq: bigint; time: bigint; rules: number; events: string }>`
    select j.seq, j.time, j.rules, j.events from orders o join journal j on j.account = o.account and j.time = o.ended_at and j.key is null
    where ${of} and j.command like ${STOP_OUT}
    union all select a.seq, a.time, a.rules, a.events from orders o join archived_stop_outs a on a.account = o.account and a.time = o.ended_at
    where ${of} order by seq`.execute(db);
  for (const { seq, time, rules, events: text } of rows) {
    const events = decode(text) as Event[];
    const ended = events.some(
      (event) => (event.type === 'positionClosed' || event.type === 'orderCancelled') && event.order === order,
    );
    if (ended) return { seq: Number(seq), time: Number(time), rules, events };
  }
  return undefined;
}
