import type { Lots } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { CopyCommand } from './decide.ts';
import type { LeaderDeed } from './model.ts';
import type { FollowingCopy } from './port.ts';

/** A command that was sent, and whose outcome is unknown. The same one under its key gives the answer. */
export interface SentCommand {
  readonly attempt: number;
  readonly key: string;
  readonly command: CopyCommand;
  readonly held: Lots | undefined;
}

/** A deed in one copy. */
export interface Task {
  readonly number: number;
  readonly deed: LeaderDeed;
  readonly following: FollowingCopy;
  /** True when its commands may have happened in a former run. */
  readonly repeated: boolean;
  sent?: SentCommand | undefined;
}

/** A shard of copiers that took no command. */
interface LeftShard {
  /** True until it answers again. */
  isAway: boolean;
  readonly copiers: Map<AccountId, Task[]>;
}

/** A deed that copies have left. */
interface LeftDeed {
  copies: number;
  /** False while other copies of it may still be under way. */
  isFollowed: boolean;
}

/**
 * Deeds that wait for the shards of their copiers. A copier's deeds keep their order: as long as one is left, later ones
 * are left behind it.
 */
export class LeftDeeds {
  readonly #shardOf: (copier: AccountId) => number | undefined;
  readonly #isFree: (left: number) => boolean;
  readonly #shards = new Map<number | undefined, LeftShard>();
  readonly #deeds = new Map<number, LeftDeed>();
  /** The shards of copiers who have left deeds. An account that is retired meanwhile has none any more. */
  readonly #places = new Map<AccountId, number | undefined>();
  #size = 0;

  constructor(shardOf: (copier: AccountId) => number | undefined, isFree: (left: number) => boolean) {
    this.#shardOf = shardOf;
    this.#isFree = isFree;
  }

  /** Deeds that are left, each counted once for every copy. */
  get size(): number {
    return this.#size;
  }

  /** The copiers of a shard who have left deeds. */
  copiersOf(shard: number | undefined): readonly AccountId[] {
    return [...(this.#shards.get(shard)?.copiers.keys() ?? [])];
  }

  /** True when the next deed of a copier must be left. */
  takes(copier: AccountId): boolean {
    const shard = this.#shardWith(copier);
    return shard !== undefined && (shard.isAway || !this.#isFree(shard.copiers.get(copier)?.length ?? 0));
  }

  /** True when copies have left a deed, and wait for their shards alone. */
  has(deed: number): boolean {
    return this.#deeds.get(deed)?.isFollowed === true;
  }

  first(copier: AccountId): Task | undefined {
    return this.#shardWith(copier)?.copiers.get(copier)?.[0];
  }

  /** Leaves a deed, behind those that its copier has left. */
  add(task: Task): void {
    const { copier } = task.following;
    const place = this.#placeOf(copier);
    const shard = this.#shards.get(place) ?? { isAway: true, copiers: new Map<AccountId, Task[]>() };
    this.#shards.set(place, shard);
    this.#places.set(copier, place);
    const tasks = shard.copiers.get(copier);
    if (tasks === undefined) shard.copiers.set(copier, [task]);
    else tasks.push(task);
    const deed = this.#deeds.get(task.number);
    if (deed === undefined) this.#deeds.set(task.number, { copies: 1, isFollowed: false });
    else deed.copies += 1;
    this.#size += 1;
  }

  /** Notes whether the shard of a copier answers. */
  note(copier: AccountId, answers: boolean): void {
    const shard = this.#shardWith(copier);
    if (shard !== undefined) shard.isAway = !answers;
  }

  /** Removes the first deed of a copier, which is settled. Returns true when no copy has left the deed any more. */
  settled({ number, following: { copier } }: Task): boolean {
    const place = this.#placeOf(copier);
    const shard = this.#shards.get(place);
    const tasks = shard?.copiers.get(copier);
    tasks?.shift();
    this.#size -= 1;
    if (tasks?.length === 0) {
      shard?.copiers.delete(copier);
      this.#places.delete(copier);
    }
    if (shard?.copiers.size === 0) this.#shards.delete(place);
    const deed = this.#deeds.get(number);
    if (deed === undefined || (deed.copies -= 1) > 0 || !deed.isFollowed) return false;
    this.#deeds.delete(number);
    return true;
  }

  /** Notes that no copy of the deeds is under way any more. Returns those that no copy has left. */
  followed(deeds: readonly number[]): readonly number[] {
    return deeds.filter((number) => {
      const deed = this.#deeds.get(number);
      if (deed === undefined) return true;
      deed.isFollowed = true;
      if (deed.copies > 0) return false;
      this.#deeds.delete(number);
      return true;
    });
  }

  #placeOf(copier: AccountId): number | undefined {
    return this.#places.has(copier) ? this.#places.get(copier) : this.#shardOf(copier);
  }

  #shardWith(copier: AccountId): LeftShard | undefined {
    return this.#shards.get(this.#placeOf(copier));
  }
}
