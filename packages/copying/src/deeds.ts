import { type InstrumentId, type Lots, type Money, type Protection, type Side, minus } from '@fairlot/domain';
import type { AccountId, Applied, Event, OrderId, OrderRecord, PositionSplit } from '@fairlot/engine';
import type { LeaderChange, LeaderDeed } from './model.ts';

/** An open position of a leader, as far as its deeds need it. */
export interface LeaderPosition extends Protection {
  readonly order: OrderId;
  readonly account: AccountId;
  readonly instrument: InstrumentId;
  readonly side: Side;
  readonly lots: Lots;
}

/** The accounts that are followed, and the equity that sizes are in proportion to. */
export interface Leaders {
  has(account: AccountId): boolean;
  /** The leader's equity after the row. */
  equityOf(account: AccountId): Money;
}

/**
 * The open positions of leaders, kept in step with the journal: the deeds of each row follow from the positions before
 * it. Rows must come in order and without gaps.
 */
export class LeaderPositions {
  readonly #positions = new Map<OrderId, LeaderPosition>();

  /** Takes over a position that is open already, of an account that begins to lead. */
  add(record: Pick<OrderRecord, 'id' | 'account' | 'instrument' | 'side' | 'lots' | 'stopLoss' | 'takeProfit'>): void {
    const { id, account, instrument, side, lots, stopLoss, takeProfit } = record;
    this.#positions.set(id, { order: id, account, instrument, side, lots, stopLoss, takeProfit });
  }

  get(order: OrderId): LeaderPosition | undefined {
    return this.#positions.get(order);
  }

  /** Forgets the positions of an account that no longer leads. */
  drop(account: AccountId): void {
    for (const [order, position] of this.#positions) if (position.account === account) this.#positions.delete(order);
  }

  /** The deeds of a committed row, in the order of its events. Moves the positions past the row. */
  deedsOf(row: Applied, shard: number, leaders: Leaders): LeaderDeed[] {
    const deeds: LeaderDeed[] = [];
    /** Parts that were split off in this row, and are closed in it. */
    const parts = new Map<OrderId, { readonly split: PositionSplit; readonly from: LeaderPosition }>();
    const add = ({ order, account, instrument, side }: LeaderPosition, change: LeaderChange): void => {
      if (!leaders.has(account)) return;
      const { seq, command } = row;
      const { time } = command;
      deeds.push({ shard, seq, index: deeds.length, leader: account, order, instrument, side, time, change });
    };
    for (const event of row.events) this.#follow(event, leaders, parts, add);
    return deeds;
  }

  #follow(
    event: Event,
    leaders: Leaders,
    parts: Map<OrderId, { readonly split: PositionSplit; readonly from: LeaderPosition }>,
    add: (position: LeaderPosition, change: LeaderChange) => void,
  ): void {
    if (event.type === 'positionOpened') {
      if (!leaders.has(event.account)) return;
      this.add({ id: event.order, ...event });
      const { lots, leverage, price, stopLoss, takeProfit } = event;
      const equity = leaders.equityOf(event.account);
      add(event, { type: 'open', lots, leverage, price, stopLoss, takeProfit, equity });
    } else if (event.type === 'positionSplit') {
      const from = this.#positions.get(event.order);
      if (from === undefined) return;
      parts.set(event.part, { split: event, from });
      this.#positions.set(event.order, { ...from, lots: minus(from.lots, event.lots) });
    } else if (event.type === 'positionClosed') {
      const part = parts.get(event.order);
      const whole = this.#positions.get(event.order);
      const { price } = event;
      if (part) add(part.from, { type: 'close', lots: part.split.lots, before: part.from.lots, price });
      else if (whole) add(whole, { type: 'close', lots: whole.lots, before: whole.lots, price });
      this.#positions.delete(event.order);
    } else if (event.type === 'stopsChanged') {
      const position = this.#positions.get(event.order);
      if (position === undefined) return;
      const { stopLoss, takeProfit } = event;
      this.#positions.set(event.order, { ...position, stopLoss, takeProfit });
      // A trailing distance alone moves no level.
      if (position.stopLoss === stopLoss && position.takeProfit === takeProfit) return;
      add(position, { type: 'stops', stopLoss, takeProfit });
    }
  }
}
