import type { Lots, Price } from '@fairlot/domain';
import type { AccountId, OrderId, Refusal } from '@fairlot/engine';
import type { CopyCommand, Situation } from './decide.ts';
import type { Copy, CopyId, DeedResult, LeaderDeed } from './model.ts';

/** A copy that a deed concerns. */
export interface FollowingCopy {
  readonly id: CopyId;
  readonly copier: AccountId;
}

/** A deed as the store has it. */
export interface BegunDeed {
  /** Rises with every deed of a leader; the order of the copies turns by it. */
  readonly number: number;
  /** As it was stored first, with the equity of then. */
  readonly deed: LeaderDeed;
  /** The copies that follow it and lack a result. */
  readonly copies: readonly FollowingCopy[];
  /** True when it was stored before: its commands may have happened. */
  readonly repeated: boolean;
}

/** The answer to a command, after its commit. */
export type CommandAnswer =
  | {
      readonly ok: true;
      /** The order that was placed or changed; for a part, the number of the part. */
      readonly order: OrderId;
      /** The lots that were opened or closed; for a change of levels, those of the position. */
      readonly lots: Lots;
      /** Absent for a change of levels. */
      readonly price?: Price | undefined;
      /** Market time of its row. */
      readonly time: number;
    }
  /**
   * `overloaded`: this attempt did nothing. `not_ready`: unknown. After both an earlier attempt may have happened; the same command
   * under its key gives the answer.
   */
  | { readonly ok: false; readonly reason: Refusal | 'overloaded' | 'not_ready' };

/** A copy, and the figures by which it decides a deed. */
export interface CopySituation {
  readonly copy: Copy;
  readonly situation: Situation;
}

/** How a deed ended in a copy. */
export interface CopyResult {
  readonly deed: number;
  readonly event: LeaderDeed;
  readonly copy: CopyId;
  readonly result: DeedResult;
}

/** A copy that is ending, and its copied positions that are still open. */
export interface EndingCopy extends FollowingCopy {
  readonly positions: readonly OrderId[];
  /** Market time of this attempt, from which its keys are made. */
  readonly time: number;
}

/**
 * The store and the engines of copying. Each promise resolves after its commit. A rejection ends the run; a new one over
 * the same store goes on with what is missing.
 */
export interface CopyPort {
  /**
   * Stores deeds with the copies that run and follow each (Copy.since before its row), in one transaction. Returns them
   * in their order, those that were stored before as they were stored.
   */
  begin(deeds: readonly LeaderDeed[]): Promise<readonly BegunDeed[]>;
  /**
   * A copy as it is now, and the figures by which it decides a deed. Every result recorded so far is in them. Undefined
   * while the copier's shard does not tell them: the deed is left until it does.
   */
  situation(copy: CopyId, deed: LeaderDeed): Promise<CopySituation | undefined>;
  /** The answer that a copier's command has got under a key; undefined when the journal has none. */
  find(copier: AccountId, key: string): Promise<CommandAnswer | undefined>;
  /** `held`: lots of the position that the command names, as far as the run has just read them (situation). */
  submit(command: CopyCommand, key: string, held?: Lots): Promise<CommandAnswer>;
  /** Stores results in one transaction. */
  record(results: readonly CopyResult[]): Promise<void>;
  /**
   * Moves the watermark: every deed of the shard's rows up to this one has all of its results, or copies have left it.
   * `done`: the deeds of these rows that have all.
   */
  advance(shard: number, seq: number, done: readonly number[]): Promise<void>;
  /** Notes that deeds behind the watermark, which copies had left, have all of their results. */
  finish(deeds: readonly number[]): Promise<void>;
  /** The shard that has a copier's account; undefined when there is no such account. */
  shardOf(copier: AccountId): number | undefined;
  /** Ends a copy of which no position is open any more, unless it has ended already. */
  ended(copy: CopyId): Promise<void>;
  /** Waits this many milliseconds. */
  pause(ms: number): Promise<void>;
}
