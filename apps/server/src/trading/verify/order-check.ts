import type { Quote } from '@fairlot/domain';
import type {
  Applied,
  Event,
  OrderId,
  OrderPlaced,
  PositionClosed,
  PositionOpened,
  PositionSplit,
} from '@fairlot/engine';
import type { ClientBase, QueryArrayResult } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import { encode } from '../journal/codec.ts';
import type { Findings } from './findings.ts';
import { type AgreedTerms, TermsCheck } from './terms-check.ts';

const COLUMNS = [
  'id',
  'account',
  'instrument',
  'side',
  'kind',
  'status',
  'lots',
  'leverage',
  'target',
  'stop_loss',
  'take_profit',
  'margin',
  'fee',
  'swap',
  'created_at',
  'opened_at',
  'ended_at',
  'price',
  'close_price',
  'profit',
  'reason',
  'open_quote_seq',
  'open_quote_time',
  'open_quote_bid',
  'open_quote_ask',
  'open_quote_source',
  'close_quote_seq',
  'close_quote_time',
  'close_quote_bid',
  'close_quote_ask',
  'close_quote_source',
  'conversion_quote',
  'explanation',
  'bid_markup',
  'ask_markup',
  'trailing_distance',
  'guarantee_premium',
  'guarantee',
  'parent_id',
  'expires_at',
  'limit_price',
  'oco_order',
  'partial_levels',
] as const;
type Column = (typeof COLUMNS)[number];
/** An order's row according to the journal. Absent fields are null in the table. */
type Expected = { -readonly [C in Column]?: string | number | bigint | undefined } & {
  agreed?: AgreedTerms;
  /** True when some of its columns are those of a position from before, which the read rows do not tell. */
  inherits?: boolean;
};
type Cell = string | number | bigint | null | Readonly<Record<string, string | number | bigint>>;

/**
 * Computes all orders from the journal's events alone and compares them with the orders table: ended ones soon after
 * their end, the others at the end of the journal. Keeps only alive orders in memory. When reading starts in the middle,
 * only the columns that later events set are compared for orders from before.
 */
export class OrderCheck {
  readonly #client: ClientBase;
  readonly #shard: number;
  readonly #findings: Findings;
  readonly #terms: TermsCheck;
  readonly #alive = new Map<OrderId, Expected>();
  readonly #ended: Expected[] = [];
  /** Number of the first order that the read part of the journal may place. */
  readonly #from: OrderId;
  #placed = 0;

  constructor(client: ClientBase, shard: number, findings: Findings, from: OrderId = 1) {
    this.#from = from;
    this.#client = client;
    this.#shard = shard;
    this.#findings = findings;
    this.#terms = new TermsCheck(client, shard, findings);
  }

  row({ command, events }: Applied): void {
    for (const event of events) this.#event(event, command.time);
  }

  /** Notes the terms that the engine computes for the orders of a row. Call it after `row`. */
  replayed({ seq, terms = [] }: Applied): void {
    for (const noted of terms) this.#of(noted.order).agreed = { seq, noted };
  }

  /** Compares the orders that have ended since the last call. */
  async compareEnded(): Promise<void> {
    await this.#compare(this.#ended.splice(0));
  }

  /** Compares the remaining orders, and checks that the table contains no others. */
  async finish(): Promise<number> {
    await this.compareEnded();
    await this.#compare([...this.#alive.values()]);
    this.#terms.finish();
    const { rows } = await this.#client.query<{ count: string }>(
      'select count(*)::text as count from orders where shard = $1 and id >= $2',
      [this.#shard, this.#from],
    );
    if (Number(rows[0]?.count) !== this.#placed)
      this.#findings.add(`the orders table has ${rows[0]?.count} orders, the journal ${this.#placed}`);
    return this.#placed;
  }

  #event(event: Event, time: number): void {
    if (event.type === 'orderPlaced') this.#place(event, time);
    else if (event.type === 'positionOpened') this.#open(event, time);
    else if (event.type === 'stopsChanged')
      Object.assign(this.#of(event.order), {
        stop_loss: event.stopLoss,
        take_profit: event.takeProfit,
        trailing_distance: event.trailing,
        guarantee_premium: event.premium,
      });
    else if (event.type === 'partialLevelsChanged')
      this.#of(event.order).partial_levels = event.levels.length === 0 ? undefined : encode(event.levels);
    else if (event.type === 'orderAmended')
      Object.assign(this.#of(event.order), {
        kind: event.kind,
        target: event.target,
        limit_price: event.limitPrice,
        margin: event.margin,
        fee: event.fee,
      });
    else if (event.type === 'stopReached')
      Object.assign(this.#of(event.order), { kind: 'limit', target: event.target });
    else if (event.type === 'expiryChanged') this.#of(event.order).expires_at = event.expiresAt;
    else if (event.type === 'swapCharged') {
      const order = this.#of(event.order);
      // The earlier swaps of an order from before are unknown here.
      if (event.order >= this.#from) order.swap = BigInt(order.swap ?? 0) + event.amount;
    } else if (event.type === 'positionSplit') this.#split(event);
    else if (event.type === 'orderCancelled')
      this.#end(event.order, { status: 'cancelled', reason: event.reason, ended_at: time });
    else if (event.type === 'positionClosed') this.#end(event.order, { ...closing(event), ended_at: time });
  }

  #place(event: OrderPlaced | PositionOpened, time: number): void {
    this.#placed += 1;
    this.#alive.set(event.order, {
      id: event.order,
      account: event.account,
      instrument: event.instrument,
      side: event.side,
      kind: event.kind,
      status: 'pending',
      lots: event.lots,
      leverage: event.leverage,
      bid_markup: event.markup?.bid,
      ask_markup: event.markup?.ask,
      target: event.target,
      stop_loss: event.stopLoss,
      take_profit: event.takeProfit,
      trailing_distance: event.trailing,
      guarantee_premium: event.type === 'positionOpened' ? event.premium : undefined,
      margin: event.margin,
      fee: event.fee,
      swap: 0n,
      ...(event.type === 'orderPlaced' && {
        expires_at: event.expiresAt,
        limit_price: event.limitPrice,
        oco_order: event.oco,
      }),
      created_at: time,
    });
  }

  #open(event: PositionOpened, time: number): void {
    if (event.order >= this.#from && !this.#alive.has(event.order)) this.#place(event, time);
    Object.assign(this.#of(event.order), {
      status: 'open',
      expires_at: undefined,
      opened_at: time,
      price: event.price,
      margin: event.margin,
      fee: event.fee,
      stop_loss: event.stopLoss,
      take_profit: event.takeProfit,
      trailing_distance: event.trailing,
      guarantee_premium: event.premium,
      ...quoteColumns('open', event.quote),
    });
  }

  /** A position from before has shares of unknown figures. */
  #split(event: PositionSplit): void {
    const position = this.#of(event.order);
    const { lots, margin, fee, swap } = event;
    const known = event.order >= this.#from;
    const { agreed: _agreed, partial_levels: _levels, ...common } = position;
    this.#placed += 1;
    this.#alive.set(event.part, {
      ...(known ? common : { status: 'open' }),
      inherits: !known,
      id: event.part,
      parent_id: event.order,
      lots,
      margin,
      fee,
      swap,
      stop_loss: event.stopLoss,
      take_profit: event.takeProfit,
      guarantee_premium: event.premium,
    });
    if (!known) return;
    for (const [column, share] of Object.entries({ lots, margin, fee, swap }) as ['lots' | 'fee', bigint][])
      position[column] = BigInt(position[column] ?? 0) - share;
  }

  #end(id: OrderId, last: Expected): void {
    this.#ended.push({ ...this.#of(id), ...last });
    this.#alive.delete(id);
  }

  #of(id: OrderId): Expected {
    const order = this.#alive.get(id);
    if (order !== undefined) return order;
    if (id < this.#from) {
      const fromBefore: Expected = { id };
      this.#alive.set(id, fromBefore);
      return fromBefore;
    }
    this.#findings.add(`the journal changes order ${id}, which is not alive`);
    return {};
  }

  async #compare(expected: readonly Expected[]): Promise<void> {
    if (expected.length === 0) return;
    await this.#terms.read();
    const { rows }: QueryArrayResult<Cell[]> = await this.#client.query({
      text: `select ${COLUMNS.join(', ')}, terms_version from orders where id = any($1) and shard = $2`,
      values: [expected.map(({ id }) => id), this.#shard],
      rowMode: 'array',
      types: exactTypes,
    });
    const stored = new Map(rows.map((row) => [Number(row[0]), row]));
    for (const order of expected) {
      const row = stored.get(Number(order.id));
      if (row === undefined) this.#findings.add(`order ${order.id} is not in the orders table`);
      else this.#compareRow(order, row);
    }
  }

  #compareRow(order: Expected, row: readonly Cell[]): void {
    const isFromBefore = Number(order.id) < this.#from || order.inherits === true;
    for (const [index, column] of COLUMNS.entries()) {
      if (isFromBefore && !(column in order)) continue;
      const have = plain(row[index]);
      const want = plain(order[column]);
      if (have !== want)
        this.#findings.add(`order ${order.id}: ${column} is ${have} in the table, ${want} by the journal`);
    }
    if (order.agreed !== undefined)
      this.#terms.compare(Number(order.id), row[COLUMNS.length] as string | null, order.agreed);
  }
}

function closing(event: PositionClosed): Expected {
  return {
    status: 'closed',
    reason: event.reason,
    close_price: event.price,
    profit: event.profit,
    ...quoteColumns('close', event.quote),
    conversion_quote: event.conversionQuote && plain(event.conversionQuote),
    explanation: event.explanation && plain(event.explanation),
    guarantee: event.guarantee && plain(event.guarantee),
  };
}

function quoteColumns(which: 'open' | 'close', quote: Quote): Expected {
  return {
    [`${which}_quote_seq`]: quote.seq,
    [`${which}_quote_time`]: quote.time,
    [`${which}_quote_bid`]: quote.bid,
    [`${which}_quote_ask`]: quote.ask,
    [`${which}_quote_source`]: quote.source,
  };
}

/** A value as comparable text: scaled integers are text in JSON columns, and JSON fields have no order. */
function plain(value: Cell | object | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value as Readonly<Record<string, string | number | bigint>>)
    .map(([name, field]) => `${name}=${field}`)
    .sort()
    .join(' ');
}
