import {
  type GroupId,
  type Holdings,
  type InstrumentId,
  type Lots,
  type Markup,
  type Price,
  type Side,
  addHoldings,
  asLots,
} from '@fairlot/domain';
import type { AccountKind, OrderId } from '../command.ts';
import type { GroupHoldings } from '../port.ts';
import { InvariantError } from './invariant.ts';

type SumsByGroup = Map<GroupId, Holdings>;

/** The parts of an account that the sums need. */
interface Holder {
  readonly kind: AccountKind;
  readonly group: { readonly id: GroupId };
  readonly orders: readonly Position[];
}

/** The parts of an order that the sums need. */
interface Position {
  readonly id: OrderId;
  readonly account: Holder;
  readonly instrument: { readonly id: InstrumentId };
  readonly status: 'pending' | 'open';
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price | undefined;
  readonly markup: Markup;
  readonly stopLoss: Price | undefined;
  readonly premium: Price | undefined;
}

/**
 * The open positions of the shard, summed by instrument, group and kind of account. Every change of a position changes
 * one sum, so that a look at the whole shard costs what it shows, and not its positions.
 */
export class ExposureBook {
  readonly #sums: Readonly<Record<AccountKind, Map<InstrumentId, SumsByGroup>>> = { real: new Map(), demo: new Map() };

  /** Adds or removes an open position. The account holds its other positions in the instrument, with or without this one. */
  count(order: Position, step: 1 | -1): void {
    const { account, instrument } = order;
    const isOnly = !account.orders.some(
      (other) => other !== order && other.status === 'open' && other.instrument === instrument,
    );
    this.#add(account, instrument.id, holdingsOf(order, BigInt(step), isOnly ? step : 0));
  }

  /** Adds or removes all positions of an account, around a change of its group. */
  countAll(account: Holder, step: 1 | -1): void {
    const known = new Set<InstrumentId>();
    for (const order of account.orders) {
      if (order.status !== 'open') continue;
      const { id } = order.instrument;
      this.#add(account, id, holdingsOf(order, BigInt(step), known.has(id) ? 0 : step));
      known.add(id);
    }
  }

  /** The sums of one kind of account, in no order. Those without positions are left out. */
  of(kind: AccountKind): GroupHoldings[] {
    return [...this.#sums[kind]].flatMap(([instrument, groups]) =>
      [...groups].map(([group, holdings]) => ({ instrument, group, holdings })),
    );
  }

  #add({ kind, group: { id: group } }: Holder, instrument: InstrumentId, change: Holdings): void {
    let groups = this.#sums[kind].get(instrument);
    if (groups === undefined) {
      groups = new Map();
      this.#sums[kind].set(instrument, groups);
    }
    const before = groups.get(group);
    const after = before === undefined ? change : addHoldings(before, change);
    if (after.positions === 0) groups.delete(group);
    else groups.set(group, after);
  }
}

function holdingsOf(position: Position, sign: bigint, accounts: number): Holdings {
  const { id, side, lots, price, markup, stopLoss, premium } = position;
  if (price === undefined) throw new InvariantError(`position ${id} has no opening price`);
  const volume = lots * sign;
  const [long, short] = side === 'buy' ? [volume, 0n] : [0n, volume];
  const level = premium === undefined ? undefined : stopLoss;
  const [guaranteedLong, guaranteedShort] = level === undefined ? [0n, 0n] : [long, short];
  return {
    longLots: asLots(long),
    shortLots: asLots(short),
    longValue: long * price,
    shortValue: short * price,
    longMarkup: long * markup.bid,
    shortMarkup: short * markup.ask,
    longGuaranteedLots: asLots(guaranteedLong),
    longGuaranteedValue: guaranteedLong * (level ?? 0n),
    shortGuaranteedLots: asLots(guaranteedShort),
    shortGuaranteedValue: guaranteedShort * (level ?? 0n),
    positions: Number(sign),
    accounts,
  };
}
