import type { AccountId, AccountKind, Applied } from '@fairlot/engine';
import type { Pool } from 'pg';
import type { LateShards } from './late-shards.ts';
import type { TradingHost } from './port.ts';
import type { ShardEntry } from './shard-directory.ts';

/** A shard of the directory with its host. */
export interface RoutedShard extends ShardEntry {
  readonly host: TradingHost;
}

/** A shard with the number of accounts that are placed on it. */
interface CountedShard extends RoutedShard {
  accounts: number;
}

/** Reads which shard each account is on, also those that another process has opened unheard. */
export async function readPlaces(pool: Pool, places: Pick<AccountPlaces, 'place'>): Promise<void> {
  // Packed into one value per shard, because a million rows would delay the start.
  const { rows } = await pool.query<{ shard: number; ids: Buffer }>(
    `select shard, string_agg(int8send(id), '') as ids from accounts where retired_at is null group by shard`,
  );
  for (const { shard, ids } of rows)
    for (let at = 0; at < ids.length; at += 8) places.place(Number(ids.readBigInt64BE(at)), shard);
}

/**
 * Keeps the shard of every account in memory. An account never changes its shard; a new one is placed on the shard of its
 * kind that has the fewest.
 */
export class AccountPlaces {
  readonly #shards: readonly CountedShard[];
  readonly #late: LateShards;
  readonly #shardOf = new Map<AccountId, CountedShard>();

  /** `shards`: those of each kind by ascending number. */
  constructor(shards: readonly RoutedShard[], late: LateShards) {
    this.#late = late;
    this.#shards = shards.map((shard) => ({ ...shard, accounts: 0 }));
  }

  /** The shard of an account; undefined for an unknown one. */
  of(account: AccountId): RoutedShard | undefined {
    return this.#shardOf.get(account);
  }

  /** Notes the shard of an existing account. */
  place(account: AccountId, shard: number): void {
    const found = this.#shards.find(({ number }) => number === shard);
    if (found === undefined) throw new Error(`account ${account} is on shard ${shard}, which is not in the directory`);
    this.#place(account, found);
  }

  /**
   * Places a new account. Undefined while late shards are in the way: the account may be on one of them already, or no
   * other takes new ones.
   */
  placeNew(account: AccountId, kind: AccountKind): RoutedShard | undefined {
    const shards = this.#shards.filter((shard) => shard.kind === kind);
    if (this.#late.mayHave(account, shards)) return undefined;
    const shard = this.#emptiest(kind, shards);
    if (shard !== undefined) this.#place(account, shard);
    return shard;
  }

  /** The number of accounts on each shard. */
  counts(): ReadonlyMap<number, number> {
    return new Map(this.#shards.map(({ number, accounts }) => [number, accounts]));
  }

  /** Notes accounts that were opened, by this process or another one, and retired. */
  note(shard: number, rows: readonly Applied[]): void {
    for (const { command, outcome } of rows) {
      if (!outcome.ok) continue;
      if (command.type === 'retireAccount') this.#remove(command.account);
      if (command.type === 'openAccount' && this.of(command.account)?.number !== shard)
        this.place(command.account, shard);
    }
  }

  /**
   * The shard for a new account: the one with the fewest that takes commands, the lowest number among equals. Undefined
   * when all are late.
   */
  #emptiest(kind: AccountKind, shards: readonly CountedShard[]): CountedShard | undefined {
    const open = shards.filter(({ takesNew }) => takesNew);
    if (open.length === 0) throw new Error(`no shard of the directory takes new ${kind} accounts`);
    const aligned = open.filter(({ number }) => !this.#late.has(number));
    const ready = aligned.filter(({ host }) => host.ready);
    let best: CountedShard | undefined;
    for (const shard of ready.length > 0 ? ready : aligned)
      if (best === undefined || shard.accounts < best.accounts) best = shard;
    return best;
  }

  #place(account: AccountId, shard: CountedShard): void {
    this.#remove(account);
    this.#shardOf.set(account, shard);
    shard.accounts += 1;
  }

  #remove(account: AccountId): void {
    const shard = this.#shardOf.get(account);
    if (shard !== undefined) shard.accounts -= 1;
    this.#shardOf.delete(account);
  }
}
