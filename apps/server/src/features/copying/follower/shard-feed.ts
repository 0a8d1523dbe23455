import { type LeaderDeed, type LeaderPosition, LeaderPositions } from '@fairlot/copying';
import { ZERO } from '@fairlot/domain';
import type { AccountId, AccountView, Applied, Event, OrderId } from '@fairlot/engine';
import type { TrackedLeader } from './store.ts';

type OrderEvent = Extract<Event, { readonly order: OrderId }>;

/** Deeds of leaders, and their positions that have changed, up to a row. */
export interface Drawn {
  readonly deeds: readonly LeaderDeed[];
  readonly changes: ReadonlyMap<OrderId, LeaderPosition | undefined>;
  readonly through: number;
}

/** Draws the deeds of leaders from the rows of one shard, which come in order. */
export class ShardFeed {
  readonly #shard: number;
  readonly #tracked = new Map<AccountId, number>();
  #positions = new LeaderPositions();

  constructor(shard: number) {
    this.#shard = shard;
  }

  get isIdle(): boolean {
    return this.#tracked.size === 0;
  }

  get leaders(): readonly AccountId[] {
    return [...this.#tracked.keys()];
  }

  has(leader: AccountId): boolean {
    return this.#tracked.has(leader);
  }

  /** True for a deed of a row that is drawn, if the row is read. */
  draws({ leader, seq }: Pick<LeaderDeed, 'leader' | 'seq'>): boolean {
    const since = this.#tracked.get(leader);
    return since !== undefined && seq > since;
  }

  /** Replaces everything by what the tables have. */
  load(tracked: readonly TrackedLeader[], positions: readonly LeaderPosition[]): void {
    this.#tracked.clear();
    this.#positions = new LeaderPositions();
    for (const { leader, seq } of tracked) this.#tracked.set(leader, seq);
    for (const { order, ...position } of positions) this.#positions.add({ id: order, ...position });
  }

  /** Begins to draw the deeds of an account, whose positions are those of the row `seq`. */
  track(view: AccountView, seq: number): readonly LeaderPosition[] {
    this.#tracked.set(view.id, seq);
    for (const { order } of view.positions) this.#positions.add(order);
    return view.positions.flatMap(({ order }) => this.#positions.get(order.id) ?? []);
  }

  drop(leader: AccountId): void {
    this.#tracked.delete(leader);
    this.#positions.drop(leader);
  }

  /** Draws the deeds of rows. */
  draw(rows: readonly Applied[], through: number): Drawn {
    const deeds: LeaderDeed[] = [];
    const changes = new Map<OrderId, LeaderPosition | undefined>();
    if (this.#tracked.size > 0) for (const row of rows) this.#drawRow(row, deeds, changes);
    return { deeds, changes, through };
  }

  /**
   * Counts the deeds of a row by leader: a repeat after a crash must number them as before, whoever else has begun or
   * ceased to lead meanwhile.
   */
  #drawRow(row: Applied, deeds: LeaderDeed[], changes: Map<OrderId, LeaderPosition | undefined>): void {
    const byLeader = new Map<AccountId, OrderEvent[]>();
    for (const event of row.events) {
      if (!('order' in event)) continue;
      const since = this.#tracked.get(event.account);
      if (since === undefined || row.seq <= since) continue;
      const events = byLeader.get(event.account);
      if (events === undefined) byLeader.set(event.account, [event]);
      else events.push(event);
    }
    for (const [leader, events] of byLeader) {
      const leaders = { has: (account: AccountId) => account === leader, equityOf: () => ZERO };
      deeds.push(...this.#positions.deedsOf({ ...row, events }, this.#shard, leaders));
      for (const { order } of events) changes.set(order, this.#positions.get(order));
    }
  }
}
