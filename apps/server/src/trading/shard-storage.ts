import type { ClientCommand, Outcome } from '@fairlot/engine';
import type { RowPlace } from './journal/batch.ts';
import type { TailRow } from './journal/fold-tail.ts';
import type { JournalWriter } from './journal/journal-writer.ts';
import type { JournalLast, StoredShard } from './journal/load-shard.ts';
import type { TableWriter } from './journal/table-writer.ts';

/** The session that writes a shard's journal under its lease. */
export type JournalSession = Pick<JournalWriter, 'takeLease' | 'onLost' | 'commit' | 'releaseLease' | 'close'>;

/** The session that writes the tables of a shard behind its journal. */
export type TablesSession = Pick<TableWriter, 'onLost' | 'write' | 'close'>;

/**
 * The journal, the lease and the tables of all shards. PostgreSQL in an installation; the simulator of several shards has a
 * model of it. Reads are those of the holder of the lease, so nobody writes meanwhile.
 */
export interface ShardStorage {
  openJournal(): Promise<JournalSession>;
  /** Opens the session for the holder of a shard's lease, and ends that of the holder before. Throws DeposedError. */
  openTables(place: RowPlace): Promise<TablesSession>;
  lastRow(shard: number): Promise<JournalLast>;
  /** The shard in its tables. `hasKeys`: without the marks of its keys. */
  load(shard: number, hasKeys: boolean): Promise<StoredShard>;
  /** The rows of the journal after one of them, so many at most that fewer than `TAIL_CHUNK` are the last ones. */
  tail(shard: number, after: number): Promise<readonly TailRow[]>;
  /** The last rollover that has begun, or a moment before which none is owed; undefined without positions. */
  rolloversThrough(shard: number): Promise<number | undefined>;
  /** See findOutcome: the first outcome under the key of a command. */
  findOutcome(command: ClientCommand): Promise<Outcome | undefined>;
  /** The same for many commands, in their order. */
  findOutcomes(commands: readonly ClientCommand[]): Promise<readonly (Outcome | undefined)[]>;
  /** True when nobody holds a shard's lease, or it has ended. */
  isFree(shard: number): Promise<boolean>;
}
