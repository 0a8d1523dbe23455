import { ALERTS_MAX, ALERT_HISTORY_MAX } from '@fairlot/contract';
import { type InstrumentId, type Price, type Quote, asPrice } from '@fairlot/domain';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import { lockUser } from '../../db/lock-user.ts';
import type { Tables } from '../../db/tables/index.ts';

/** The condition of an alert. */
export interface AlertDraft {
  readonly instrument: InstrumentId;
  readonly side: 'bid' | 'ask';
  readonly direction: 'rise' | 'fall';
  readonly price: Price;
}

/** An alert as stored. */
export interface Alert extends AlertDraft {
  readonly id: number;
  readonly user: number;
  readonly createdAt: Date;
  readonly fired: { readonly at: Date; readonly quote: Quote } | undefined;
}

/** An alert that a quote reached. */
export interface ReachedAlert {
  readonly id: number;
  readonly quote: Quote;
}

type Row = Selectable<Tables['price_alerts']>;

/** The table of price alerts. */
export class AlertStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** A user's alerts: waiting ones, newest first, and fired ones, last fired first. */
  async list(user: number): Promise<{ readonly waiting: readonly Alert[]; readonly fired: readonly Alert[] }> {
    const mine = this.#db.selectFrom('price_alerts').selectAll().where('user_id', '=', BigInt(user));
    const [waiting, fired] = await Promise.all([
      mine.where('fired_at', 'is', null).orderBy('id', 'desc').execute(),
      mine
        .where('fired_at', 'is not', null)
        .orderBy('fired_at', 'desc')
        .orderBy('id', 'desc')
        .limit(ALERT_HISTORY_MAX)
        .execute(),
    ]);
    return { waiting: waiting.map(alertOf), fired: fired.map(alertOf) };
  }

  /** The alert that an earlier request with this key has set. */
  async byKey(user: number, key: string): Promise<Alert | undefined> {
    const row = await this.#db
      .selectFrom('price_alerts')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('key', '=', key)
      .executeTakeFirst();
    return row === undefined ? undefined : alertOf(row);
  }

  /** Adds an alert, once per key. `isNew` is false when an earlier request with this key added it. */
  add(
    user: number,
    draft: AlertDraft,
    key: string,
    at: Date,
  ): Promise<{ readonly alert: Alert; readonly isNew: boolean } | 'too_many_alerts'> {
    const owner = BigInt(user);
    return this.#db.transaction().execute(async (transaction) => {
      // The lock on the user's row serializes additions, so that the limit holds.
      await lockUser(transaction, owner);
      const before = await transaction
        .selectFrom('price_alerts')
        .selectAll()
        .where('user_id', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst();
      if (before !== undefined) return { alert: alertOf(before), isNew: false };
      const { waiting } = await transaction
        .selectFrom('price_alerts')
        .select(({ fn }) => fn.countAll<bigint>().as('waiting'))
        .where('user_id', '=', owner)
        .where('fired_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (Number(waiting) >= ALERTS_MAX) return 'too_many_alerts';
      const { instrument, side, direction, price } = draft;
      const row = await transaction
        .insertInto('price_alerts')
        .values({ user_id: owner, instrument_id: instrument, side, direction, price, key, created_at: at })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { alert: alertOf(row), isNew: true };
    });
  }

  /** Removes a user's alert, waiting or fired; undefined when there is none. */
  async remove(user: number, id: number): Promise<Alert | undefined> {
    const row = await this.#db
      .deleteFrom('price_alerts')
      .where('id', '=', BigInt(id))
      .where('user_id', '=', BigInt(user))
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? undefined : alertOf(row);
  }

  /** All waiting alerts of all users. */
  async waiting(): Promise<readonly Alert[]> {
    return (await this.#db.selectFrom('price_alerts').selectAll().where('fired_at', 'is', null).execute()).map(alertOf);
  }

  /**
   * Marks alerts as fired at a time, each once, and deletes fired ones beyond the history limit. Returns those that are
   * fired at that time: a repetition also finds those of an attempt whose commit was not answered.
   */
  fire(reached: readonly ReachedAlert[], at: Date): Promise<readonly Alert[]> {
    return this.#db.transaction().execute(async (transaction) => {
      const quotes = new Map(reached.map(({ id, quote }) => [id, quote]));
      const ids = [...quotes.keys()].map(String);
      const column = (value: (quote: Quote) => number | bigint): string[] =>
        [...quotes.values()].map((quote) => String(value(quote)));
      await sql`
        update price_alerts as alert
        set fired_at = ${at}, quote_seq = reached.seq, quote_time = reached.time, quote_bid = reached.bid, quote_ask = reached.ask
        from unnest(${ids}::bigint[], ${column(({ seq }) => seq)}::bigint[], ${column(({ time }) => time)}::bigint[],
          ${column(({ bid }) => bid)}::bigint[], ${column(({ ask }) => ask)}::bigint[]) as reached (id, seq, time, bid, ask)
        where alert.id = reached.id and alert.fired_at is null`.execute(transaction);
      // A statement of its own sees what a commit that was still under way at the begin of the update has stored.
      const { rows } = await sql<Row>`
        select * from price_alerts where id = any (${ids}::bigint[]) and fired_at = ${at}`.execute(transaction);
      await dropOld(transaction, [...new Set(rows.map((row) => row.user_id))]);
      const fired = new Map(rows.map((row) => [Number(row.id), alertOf(row)]));
      return [...quotes.keys()].flatMap((id) => fired.get(id) ?? []);
    });
  }
}

async function dropOld(transaction: Transaction<Tables>, users: readonly bigint[]): Promise<void> {
  await sql`
    delete from price_alerts where id in (
      select id from (
        select id, row_number() over (partition by user_id order by fired_at desc, id desc) as place
        from price_alerts where user_id = any (${users.map(String)}::bigint[]) and fired_at is not null
      ) as fired where place > ${ALERT_HISTORY_MAX}
    )`.execute(transaction);
}

function alertOf(row: Row): Alert {
  return {
    id: Number(row.id),
    user: Number(row.user_id),
    instrument: row.instrument_id,
    side: row.side,
    direction: row.direction,
    price: asPrice(row.price),
    createdAt: row.created_at,
    fired: row.fired_at === null ? undefined : { at: row.fired_at, quote: quoteOf(row) },
  };
}

/** A table constraint guarantees that a fired alert has its whole quote. */
function quoteOf(row: Row): Quote {
  return {
    instrument: row.instrument_id,
    seq: Number(row.quote_seq),
    time: Number(row.quote_time),
    bid: asPrice(row.quote_bid ?? 0n),
    ask: asPrice(row.quote_ask ?? 0n),
  };
}
