import type { CommandAnswer } from '@fairlot/copying';
import { type Lots, asLots } from '@fairlot/domain';
import type { AccountId, Applied } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { decodeRow } from '../../../trading/journal/codec.ts';

/** Rows of one query of a past that was not followed. */
const CHUNK = 2000;
/** The version of the rules matters to nobody who only reads events. */
const RULES = 0;

interface Texts {
  readonly seq: bigint;
  readonly command: string;
  readonly markets: string;
  readonly outcome: string;
  readonly events: string;
}

/** Reads committed rows of the journal. */
export class JournalRows {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Rows after a number that may concern the accounts, and the number up to which the answer is complete. */
  async after(
    shard: number,
    seq: number,
    head: number,
    accounts: readonly AccountId[],
  ): Promise<{ readonly rows: readonly Applied[]; readonly through: number }> {
    const through = Math.min(head, seq + CHUNK);
    await this.#requireNext(shard, seq, head);
    // Rows of the engine itself (triggers, expiries) name no account.
    const { rows } = await sql<Texts>`select seq, command, '[]' as markets, outcome, events from journal
      where shard = ${shard} and seq > ${seq} and seq <= ${through} and (account is null or account = any(${accounts.map(BigInt)}::bigint[]))
      order by seq`.execute(this.#db);
    return { rows: rows.map((row) => decodeRow(Number(row.seq), RULES, row)), through };
  }

  /** Rows leave the database only when copies have followed them (ADR 104). A missing one would be a lost deed. */
  async #requireNext(shard: number, seq: number, head: number): Promise<void> {
    if (seq >= head) return;
    const { rows } = await sql`select from journal where shard = ${shard} and seq = ${seq + 1}`.execute(this.#db);
    if (rows.length === 0)
      throw new Error(`row ${seq + 1} of shard ${shard} has left the database: it is in the archive`);
  }

  /** The answer that a command has got under its key. */
  async answer(account: AccountId, key: string): Promise<CommandAnswer | undefined> {
    const { rows } = await sql<Texts>`select seq, command, '[]' as markets, outcome, events from journal
      where account = ${BigInt(account)} and key = ${key}`.execute(this.#db);
    const [row] = rows;
    return row && answerOf(decodeRow(Number(row.seq), RULES, row), await this.#lotsOf(row));
  }

  /** Lots of the order that a whole close or a change of levels names. */
  async #lotsOf({ command }: Texts): Promise<Lots> {
    const { order } = JSON.parse(command) as { readonly order?: number };
    if (order === undefined) return asLots(0n);
    const row = await this.#db.selectFrom('orders').select('lots').where('id', '=', BigInt(order)).executeTakeFirst();
    return asLots(row?.lots ?? 0n);
  }
}

/** The answer of a copier's row. `lots`: those of the order that the command names. */
export function answerOf({ command, outcome, events }: Applied, lots: Lots): CommandAnswer {
  if (!outcome.ok) return { ok: false, reason: outcome.reason };
  const { time } = command;
  for (const event of events) {
    if (event.type === 'positionOpened')
      return { ok: true, order: event.order, lots: event.lots, price: event.price, time };
    if (event.type === 'positionClosed') {
      const part = events.find((other) => other.type === 'positionSplit' && other.part === event.order);
      const closed = part?.type === 'positionSplit' ? part.lots : lots;
      return { ok: true, order: event.order, lots: closed, price: event.price, time };
    }
    if (event.type === 'stopsChanged') return { ok: true, order: event.order, lots, time };
  }
  const order = 'order' in command ? command.order : outcome.order;
  if (order === undefined) throw new Error(`a copier's row has no order: ${command.type}`);
  return { ok: true, order, lots, time };
}
