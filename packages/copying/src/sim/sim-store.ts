import type { Money } from '@fairlot/domain';
import type { AccountId, OrderId } from '@fairlot/engine';
import type { BegunDeed, Copy, CopyId, CopyResult, DeedResult, FollowingCopy, LeaderDeed } from '../index.ts';

/** A copy with what the store keeps of it. */
export interface StoredCopy {
  copy: Copy;
  readonly feePercent: number;
  readonly shard: number;
  /** Row of the leader's journal up to which its deeds were begun when it ended. */
  until: number | undefined;
  highWater: Money;
  readonly charges: Charge[];
  /** The copier's order by the leader's; undefined for a skipped opening. */
  readonly orders: Map<OrderId, OrderId | undefined>;
  /** Deeds in the order of their results. */
  readonly settled: number[];
}

/** A fee: begun, charged, paid. */
export interface Charge {
  readonly key: string;
  readonly time: number;
  readonly realised: Money;
  readonly due: Money;
  readonly highWater: Money;
  taken: Money | undefined;
  paid: boolean;
}

export interface StoredDeed {
  readonly number: number;
  readonly deed: LeaderDeed;
  readonly copies: readonly FollowingCopy[];
  readonly results: Map<CopyId, DeedResult>;
  /** The copies in the order in which they were first asked; the auditor reads it. */
  readonly asked: CopyId[];
  /** Each copy as it was when it was asked last. */
  readonly under: Map<CopyId, Copy>;
  /** True when a copy may have left it before another one was asked. */
  isDisturbed: boolean;
  isDone: boolean;
}

/** The tables of copying. Each method is one transaction. */
export class SimStore {
  readonly deeds: StoredDeed[] = [];
  readonly #byRow = new Map<string, StoredDeed>();
  readonly copies = new Map<CopyId, StoredCopy>();
  readonly watermarks = new Map<number, number>();
  readonly #begunThrough = new Map<number, number>();

  begin(deeds: readonly LeaderDeed[]): BegunDeed[] {
    return deeds.map((deed) => {
      const row = `${deed.shard}:${deed.seq}:${deed.index}`;
      const known = this.#byRow.get(row);
      if (known !== undefined) {
        const copies = known.copies.filter(({ id }) => !known.results.has(id));
        return { number: known.number, deed: known.deed, copies, repeated: true };
      }
      const copies = [...this.copies.values()]
        .filter(({ copy, shard }) => copy.leader === deed.leader && shard === deed.shard)
        .filter(({ copy, until }) => copy.since < deed.seq && (until === undefined || deed.seq <= until))
        .map(({ copy }) => ({ id: copy.id, copier: copy.copier }));
      const number = this.deeds.length;
      const flags = { isDisturbed: false, isDone: false };
      const stored: StoredDeed = { number, deed, copies, results: new Map(), asked: [], under: new Map(), ...flags };
      this.deeds.push(stored);
      this.#byRow.set(row, stored);
      this.#begunThrough.set(deed.shard, Math.max(this.#begunThrough.get(deed.shard) ?? 0, deed.seq));
      return { number, deed, copies, repeated: false };
    });
  }

  record(results: readonly CopyResult[]): void {
    for (const { deed: number, copy, result } of results) {
      const deed = this.deeds[number];
      const stored = this.copies.get(copy);
      if (deed === undefined || stored === undefined) throw new Error(`no deed ${number} of copy ${copy}`);
      if (deed.results.has(copy)) throw new Error(`deed ${number} has a second result in copy ${copy}`);
      deed.results.set(copy, result);
      stored.settled.push(number);
      if (deed.deed.change.type === 'open')
        stored.orders.set(deed.deed.order, result.type === 'done' ? result.order : undefined);
    }
  }

  advance(shard: number, seq: number, done: readonly number[]): void {
    this.watermarks.set(shard, Math.max(seq, this.watermarks.get(shard) ?? 0));
    this.finish(done);
  }

  finish(done: readonly number[]): void {
    for (const number of done) this.deeds[number]!.isDone = true;
  }

  /** Deeds of a shard's leaders that may lack results, in their order. */
  unfinished(shard: number): readonly StoredDeed[] {
    return this.deeds.filter(({ deed, isDone }) => deed.shard === shard && !isDone);
  }

  /** Ends a copy: it follows the deeds that have begun, and no later ones. */
  end(id: CopyId): void {
    const stored = this.copies.get(id);
    if (stored === undefined || stored.copy.state === 'ended') return;
    stored.copy = { ...stored.copy, state: 'ended' };
    stored.until ??= this.#begunThrough.get(stored.shard) ?? 0;
  }

  running(): StoredCopy[] {
    return [...this.copies.values()].filter(({ copy }) => copy.state !== 'ended');
  }

  copyOf(leader: AccountId, copier: AccountId): StoredCopy | undefined {
    return this.running().find(({ copy }) => copy.leader === leader && copy.copier === copier);
  }
}
