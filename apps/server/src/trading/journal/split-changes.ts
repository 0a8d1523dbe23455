import type { OrderId, PartialLevelsChanged, PositionSplit } from '@fairlot/engine';
import { encode } from './codec.ts';
import { intArray, textArray } from './sql-literals.ts';

interface Taken {
  lots: bigint;
  margin: bigint;
  fee: bigint;
  swap: bigint;
}

/** The columns that a part has in common with its position. They never change after the fill. */
const COMMON =
  'shard, account, instrument, side, kind, leverage, target, created_at, opened_at, price, open_quote_seq, open_quote_time, open_quote_bid, open_quote_ask, open_quote_source, bid_markup, ask_markup, terms_version, limit_price, oco_order';

/** A batch's parts of positions: their rows, what they take from their positions, and the partial levels that are left. */
export class SplitChanges {
  readonly #splits: PositionSplit[] = [];
  readonly #levels = new Map<OrderId, PartialLevelsChanged>();

  clear(): void {
    this.#splits.length = 0;
    this.#levels.clear();
  }

  add(event: PositionSplit): void {
    this.#splits.push(event);
  }

  /** Notes the partial levels of a position. The last ones of the batch are written. */
  setLevels(event: PartialLevelsChanged): void {
    this.#levels.set(event.order, event);
  }

  /** The SQL of the parts. The fills of the batch must be written first, and the ends of parts afterwards. */
  statement(): string {
    return this.#partsStatement() + this.#levelsStatement();
  }

  #levelsStatement(): string {
    if (this.#levels.size === 0) return '';
    const all = [...this.#levels.values()];
    return `update orders o set partial_levels = c.levels
      from unnest(${intArray(all.map((e) => e.order))}, ${textArray(all.map((e) => (e.levels.length === 0 ? undefined : encode(e.levels))))})
        as c (id, levels) where o.id = c.id;`;
  }

  #partsStatement(): string {
    if (this.#splits.length === 0) return '';
    const of = (pick: (event: PositionSplit) => number | bigint | undefined): string =>
      intArray(this.#splits.map(pick));
    return `insert into orders (id, parent_id, status, lots, margin, fee, swap, stop_loss, take_profit, trailing_distance, guarantee_premium, ${COMMON})
      select c.id, c.parent, 'open', c.lots, c.margin, c.fee, c.swap, c.stop_loss, c.take_profit, c.distance, c.premium, ${COMMON.replaceAll(/(\w+)/g, 'o.$1')}
      from unnest(${of((e) => e.part)}, ${of((e) => e.order)}, ${of((e) => e.lots)}, ${of((e) => e.margin)}, ${of((e) => e.fee)}, ${of((e) => e.swap)},
        ${of((e) => e.stopLoss)}, ${of((e) => e.takeProfit)}, ${of((e) => e.trailing)}, ${of((e) => e.premium)})
          as c (id, parent, lots, margin, fee, swap, stop_loss, take_profit, distance, premium)
        join orders o on o.id = c.parent;${this.#restStatement()}`;
  }

  /** A position may be split several times in a batch. */
  #restStatement(): string {
    const taken = new Map<OrderId, Taken>();
    for (const { order, lots, margin, fee, swap } of this.#splits) {
      const sum = taken.get(order) ?? { lots: 0n, margin: 0n, fee: 0n, swap: 0n };
      taken.set(order, {
        lots: sum.lots + lots,
        margin: sum.margin + margin,
        fee: sum.fee + fee,
        swap: sum.swap + swap,
      });
    }
    const of = (pick: (sums: Taken) => bigint): string => intArray([...taken.values()].map(pick));
    return `update orders o set lots = o.lots - c.lots, margin = o.margin - c.margin, fee = o.fee - c.fee, swap = o.swap - c.swap
      from unnest(${intArray([...taken.keys()])}, ${of((t) => t.lots)}, ${of((t) => t.margin)}, ${of((t) => t.fee)}, ${of((t) => t.swap)})
        as c (id, lots, margin, fee, swap) where o.id = c.id;`;
  }
}

/** The SQL that notes what a correction means for the lots of a split position. Empty for one that was never corrected. */
export function sharedCorrectionStatement({ order, part, account, correction }: PositionSplit, shard: number): string {
  if (correction === undefined) return '';
  const { open, count, waived, rest } = correction;
  return `insert into split_corrections (order_id, shard, account, number, open_price, waived)
    values (${order}, ${shard}, ${account}, ${count}, ${open}, ${rest}), (${part}, ${shard}, ${account}, ${count}, ${open}, ${waived})
    on conflict (order_id) do update set number = excluded.number, open_price = excluded.open_price, waived = excluded.waived;`;
}
