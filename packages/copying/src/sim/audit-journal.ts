import type { Applied, Event } from '@fairlot/engine';
import type { World } from './world.ts';

/** An order as the auditor reads it from the journal. */
export interface AuditedOrder {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly side: 'buy' | 'sell';
  readonly leverage: number;
  readonly price: bigint;
  lots: bigint;
  margin: bigint;
  fee: bigint;
  stop: bigint | undefined;
  target: bigint | undefined;
  profit: bigint | undefined;
  readonly whole: number | undefined;
}

/** A deed that the auditor expects of a leader's row. */
export interface ExpectedDeed {
  readonly order: number;
  readonly kind: 'open' | 'close' | 'stops';
  readonly lots: bigint;
  readonly before: bigint;
}

/** A successful command under a key of the form of a copy's. */
export interface CopiedCommand {
  readonly account: number;
  readonly type: string;
  /** The order that it opened or closed, or whose levels it moved. */
  readonly order: number;
  readonly closedPart: boolean;
  /** Lots of the position before, and of what was opened or closed. */
  readonly held: bigint;
  readonly lots: bigint;
  /** Place in the journal. */
  readonly at: number;
}

const MADE_KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** Reads the whole journal by its own arithmetic. */
export class AuditJournal {
  readonly orders = new Map<number, AuditedOrder>();
  /** Lots of the parts that were split off an order. */
  readonly closedParts = new Map<number, bigint>();
  readonly #open = new Map<number, Map<number, AuditedOrder>>();
  readonly deeds = new Map<string, ExpectedDeed[]>();
  readonly commands: CopiedCommand[] = [];
  readonly cash = new Map<number, bigint>();
  /** Fees by the key of their command. */
  readonly fees = new Map<string, bigint>();
  /** Closed orders in their order: the changes of realised results. */
  readonly closings: { readonly order: number; readonly at: number }[] = [];
  /** Opened orders with the margin of all orders of the account that were open then, by order. */
  readonly openings: { readonly order: number; readonly at: number; readonly margins: ReadonlyMap<number, bigint> }[] =
    [];

  constructor({ journal, leaders }: World) {
    const keys = new Set<string>();
    for (const [at, { shard, row }] of journal.entries()) {
      const { command } = row;
      if ('key' in command) {
        const name = `${command.account} ${command.key}`;
        if (keys.has(name)) throw new Error(`the key ${name} has two rows`);
        keys.add(name);
      }
      const expected: ExpectedDeed[] = [];
      const before = new Map<number, bigint>();
      for (const event of row.events) this.#take(event, at, leaders.length, before, expected);
      if (expected.length > 0) this.deeds.set(`${shard}:${row.seq}`, expected);
      this.#note(row, at, before);
    }
  }

  #take(event: Event, at: number, leaders: number, before: Map<number, bigint>, expected: ExpectedDeed[]): void {
    if (event.type === 'transferred') return this.#pay(event);
    const tell = (account: number, deed: ExpectedDeed): void => {
      if (account <= leaders) expected.push(deed);
    };
    if (event.type === 'positionOpened') {
      const { order: id, account, instrument, side, leverage, price, lots, margin, fee } = event;
      const own = { stop: event.stopLoss, target: event.takeProfit, profit: undefined, whole: undefined };
      const order = { id, account, instrument, side, leverage, price, lots, margin, fee, ...own };
      this.orders.set(id, order);
      const open = this.#open.get(account) ?? new Map<number, AuditedOrder>();
      this.#open.set(account, open.set(id, order));
      if (account > leaders) this.openings.push({ order: id, at, margins: this.#marginsOf(account) });
      tell(account, { order: id, kind: 'open', lots, before: 0n });
    } else if (event.type === 'positionSplit') {
      const from = this.orders.get(event.order)!;
      before.set(event.order, from.lots);
      const { part: id, lots, margin, fee } = event;
      this.orders.set(id, { ...from, id, lots, margin, fee, whole: event.order });
      this.closedParts.set(event.order, (this.closedParts.get(event.order) ?? 0n) + lots);
      from.lots -= lots;
      from.margin -= margin;
      from.fee -= fee;
    } else if (event.type === 'positionClosed') {
      const order = this.orders.get(event.order)!;
      const { whole = order.id, lots } = order;
      order.profit = event.profit;
      this.#open.get(order.account)?.delete(order.id);
      if (order.whole === undefined) before.set(order.id, lots);
      this.closings.push({ order: order.id, at });
      tell(order.account, { order: whole, kind: 'close', lots, before: before.get(whole)! });
    } else if (event.type === 'stopsChanged') {
      const order = this.orders.get(event.order);
      if (order === undefined) return;
      const same = order.stop === event.stopLoss && order.target === event.takeProfit;
      order.stop = event.stopLoss;
      order.target = event.takeProfit;
      if (!same) tell(order.account, { order: order.id, kind: 'stops', lots: order.lots, before: order.lots });
    }
  }

  #marginsOf(account: number): ReadonlyMap<number, bigint> {
    return new Map([...(this.#open.get(account) ?? [])].map(([id, { margin }]) => [id, margin]));
  }

  #pay({ debit, credit, amount }: Extract<Event, { type: 'transferred' }>): void {
    const move = (party: typeof debit, change: bigint): void => {
      if ('account' in party && party.book === 'cash')
        this.cash.set(party.account, (this.cash.get(party.account) ?? 0n) + change);
    };
    move(debit, 0n - amount);
    move(credit, amount);
  }

  #note({ command, outcome, events }: Applied, at: number, before: ReadonlyMap<number, bigint>): void {
    if (!('key' in command) || !outcome.ok) return;
    const { account, type, key } = command;
    if (type === 'chargeCopyFee' || type === 'payCopyFee') {
      const moved = events.find((event) => event.type === 'transferred' && event.kind === 'copyFee');
      if (moved?.type === 'transferred') this.fees.set(`${type} ${account} ${key}`, moved.amount);
    }
    if (!MADE_KEY.test(key)) return;
    if (type === 'placeOrder') {
      const order = this.orders.get(outcome.order!)!;
      this.commands.push({ account, type, order: order.id, closedPart: false, held: 0n, lots: order.lots, at });
    } else if (type === 'closePosition') {
      const closedPart = outcome.order !== undefined;
      const order = this.orders.get(outcome.order ?? command.order)!;
      const held = before.get(command.order)!;
      this.commands.push({ account, type, order: order.id, closedPart, held, lots: order.lots, at });
    } else if (type === 'setStops')
      this.commands.push({ account, type, order: command.order, closedPart: false, held: 0n, lots: 0n, at });
    else throw new Error(`a copy gave ${type}`);
  }
}
