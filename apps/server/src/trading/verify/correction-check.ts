import type { Applied, CorrectFill, FillCorrected } from '@fairlot/engine';
import type { ClientBase, QueryArrayResult } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import { coverLeft } from '../cover-left.ts';
import { encode } from '../journal/codec.ts';
import type { Findings } from './findings.ts';

const COLUMNS =
  'order_id, number, time, account, fill, from_price, price, difference, amount, waived, open_price, close_price, conversion_quote, staff_id, reason';
const FIGURES = 'id, account, instrument, side, lots, price, close_price, profit, conversion_quote';

/** Corrections that were surely made before the correction `n`, and those that may have been. */
const BEFORE = '(c.time < n.time or (c.order_id = n.id and c.number < n.number))';
const NOT_AFTER = 'c.time <= n.time and (c.order_id <> n.id or c.number < n.number)';

/** A correction of an ended trade with the figures that its command named. */
interface Named {
  readonly seq: number;
  readonly command: CorrectFill;
  /** The number of the correction. */
  readonly number: number;
}

/**
 * Compares corrected fills with their table, and the figures that a correction named with those of its order. The
 * orders themselves are compared with the journal by OrderCheck.
 */
export class CorrectionCheck {
  readonly #client: ClientBase;
  readonly #shard: number;
  readonly #findings: Findings;
  /** Number of the row after which reading starts. */
  readonly #start: number;
  readonly #made: { readonly event: FillCorrected; readonly time: number }[] = [];
  readonly #named: Named[] = [];
  #count = 0;

  constructor(client: ClientBase, shard: number, findings: Findings, start = 0) {
    this.#client = client;
    this.#shard = shard;
    this.#findings = findings;
    this.#start = start;
  }

  row({ seq, command, events }: Applied): void {
    for (const event of events) {
      if (event.type !== 'fillCorrected') continue;
      this.#made.push({ event, time: command.time });
      if (command.type === 'correctFill') this.#named.push({ seq, command, number: event.number });
    }
  }

  /** Compares the corrections of the rows since the last call. */
  async compare(): Promise<void> {
    await this.#compareRows();
    await this.#compareFigures();
  }

  /** Compares the rest, and checks that the table contains no others. */
  async finish(): Promise<void> {
    await this.compare();
    // The rows before a checkpoint are not read, so only the whole journal tells the number.
    if (this.#start > 0) return;
    const { rows } = await this.#client.query<{ count: string }>(
      'select count(*)::text as count from fill_corrections where shard = $1',
      [this.#shard],
    );
    if (Number(rows[0]?.count) !== this.#count)
      this.#findings.add(`the table has ${rows[0]?.count} corrected fills, the journal ${this.#count}`);
  }

  async #compareRows(): Promise<void> {
    const made = this.#made.splice(0);
    this.#count += made.length;
    if (made.length === 0) return;
    const { rows }: QueryArrayResult<Value[]> = await this.#client.query({
      text: `select ${COLUMNS} from fill_corrections where shard = $1 and order_id = any($2)`,
      values: [this.#shard, made.map(({ event }) => event.order)],
      rowMode: 'array',
      types: exactTypes,
    });
    const stored = new Map(rows.map((row) => [`${String(row[0])} ${String(row[1])}`, textOf(row)]));
    for (const { event, time } of made) {
      const { order, account, fill, number, from, price, difference, amount, waived, open, close, staff, memo } = event;
      const conversion = event.conversionQuote && encode(event.conversionQuote);
      const prices = [from, price, difference, amount, waived, open, close].map((each) => each ?? null);
      const want = textOf([order, number, time, account, fill, ...prices, conversion, staff, memo]);
      const have = stored.get(`${order} ${number}`);
      if (have !== want)
        this.#findings.add(
          `correction ${number} of order ${order} is ${have ?? 'missing'} in the table, ${want} by the journal`,
        );
    }
  }

  async #compareFigures(): Promise<void> {
    const named = this.#named.splice(0);
    await this.#compareCovers(named);
    if (named.length === 0) return;
    const { rows }: QueryArrayResult<[...Value[], object | null]> = await this.#client.query({
      text: `select ${FIGURES} from orders where shard = $1 and id = any($2)`,
      values: [this.#shard, named.map(({ command }) => command.order)],
      rowMode: 'array',
      types: exactTypes,
    });
    const orders = new Map(rows.map((row) => [Number(row[0]), row]));
    for (const { seq, command } of named) {
      const row = orders.get(command.order);
      const [account, ...figures] = (row?.slice(1, -1) ?? []) as Value[];
      if (Number(account) !== command.account)
        this.#findings.add(`row ${seq}: order ${command.order} is not one of account ${command.account}`);
      const { ended } = command;
      if (ended === undefined) continue;
      const { instrument, side, lots, open, close, profit, conversionQuote } = ended;
      const want = textOf([instrument, side, lots, open, close, profit, quoteText(conversionQuote)]);
      const have = textOf([...figures, quoteText(row?.at(-1))]);
      if (have !== want)
        this.#findings.add(`row ${seq}: the corrected order ${command.order} is ${have}, the command names ${want}`);
    }
  }

  /**
   * Compares what commands named of a cover with what earlier corrections had left. Those of one moment may come in any
   * order. Commands of earlier releases name none.
   */
  async #compareCovers(named: readonly Named[]): Promise<void> {
    const naming = named.filter(({ command }) => command.ended?.covered !== undefined);
    if (naming.length === 0) return;
    const { rows } = await this.#client.query<{ seq: bigint; least: bigint; most: bigint }>({
      text: `select n.seq, (${coverLeft(NOT_AFTER)})::bigint as least, (${coverLeft(BEFORE)})::bigint as most
        from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) as n (seq, id, time, number)
          join orders o on o.shard = $1 and o.id = n.id`,
      values: [
        this.#shard,
        naming.map(({ seq }) => seq),
        naming.map(({ command }) => command.order),
        naming.map(({ command }) => command.time),
        naming.map(({ number }) => number),
      ],
      types: exactTypes,
    });
    const left = new Map(rows.map((row) => [Number(row.seq), row]));
    for (const { seq, command } of naming) {
      const { least, most } = left.get(seq) ?? { least: 0n, most: 0n };
      const covered = command.ended?.covered ?? 0n;
      if (covered < least || covered > most)
        this.#findings.add(
          `row ${seq}: ${most} is left of the cover of order ${command.order}, the command names ${covered}`,
        );
    }
  }
}

type Value = string | number | bigint | null | undefined;

function textOf(values: readonly Value[]): string {
  return values.map((value) => String(value ?? '')).join('|');
}

/** A quote as text, independent of the order of its fields: JSON columns keep none. */
function quoteText(quote: unknown): string {
  if (typeof quote !== 'object' || quote === null) return '';
  return Object.entries(quote)
    .map(([name, value]) => `${name}=${String(value)}`)
    .sort()
    .join(' ');
}
