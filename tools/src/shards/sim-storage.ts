import type { Random } from '@fairlot/engine/sim';
import { NO_HASH } from '../../../apps/server/src/trading/journal/batch.ts';
import { decodeRow } from '../../../apps/server/src/trading/journal/codec.ts';
import { TAIL_CHUNK } from '../../../apps/server/src/trading/journal/fold-tail.ts';
import { WrittenMarks } from '../../../apps/server/src/trading/journal/key-marks.ts';
import { WrittenTerms } from '../../../apps/server/src/trading/journal/terms-versions.ts';
import type { LeaseSession } from '../../../apps/server/src/trading/leases/lease-session.ts';
import type { ShardReads } from '../../../apps/server/src/trading/remote/shard-reads.ts';
import type { ShardStorage } from '../../../apps/server/src/trading/shard-storage.ts';
import type { Session, SimDatabase, SimShard } from './sim-database.ts';
import { SimJournalSession, isFree, leaseSession, openTables } from './sim-sessions.ts';
import type { Life } from './virtual-time.ts';

/** The database as one process sees it. */
export interface SimStorage {
  readonly storage: ShardStorage;
  readonly reads: ShardReads;
  readonly openLeases: () => Promise<LeaseSession>;
  /** The shard of a new account, one of the given ones: the one with the fewest, for good. */
  readonly placeOf: (account: number, among: readonly number[]) => Promise<number>;
  /** The shards of all accounts that were placed. */
  readonly readPlaces: () => Promise<ReadonlyMap<number, number>>;
}

/** Rows that a follower reads at once: few, so that a repair takes several reads. */
const ROWS_PER_READ = 40;

/** The database over the connections of one process. */
export function storageOfLife(database: SimDatabase, random: Random, life: Life): SimStorage {
  const pool = (): Session => database.open(life);
  /** A pool opens another connection when one is lost. */
  let session = pool();
  const read = <T>(shard: number, work: (shard: SimShard) => T, step: 'load' | 'read' = 'read'): Promise<T> => {
    if (session.isLost) session = pool();
    return database.call(session, step, shard, () => work(database.shard(shard)));
  };
  return {
    storage: {
      openJournal: () => Promise.resolve(new SimJournalSession(database, random, life)),
      openTables: ({ shard, epoch }) => openTables(database, life, shard, epoch),
      lastRow: (shard) =>
        read(shard, ({ journal }) => ({ seq: journal.length, hash: journal.at(-1)?.hash ?? NO_HASH })),
      load: (shard, hasKeys) => read(shard, (of) => stored(database, of, hasKeys), 'load'),
      tail: (shard, after) =>
        read(shard, ({ journal }) =>
          journal
            .slice(after, after + TAIL_CHUNK)
            .map(({ seq, rules, texts: { command, markets, outcome, events } }) => [
              BigInt(seq),
              rules,
              command,
              markets,
              outcome,
              events,
            ]),
        ),
      rolloversThrough: () => Promise.resolve(undefined),
      findOutcome: (command) => read(0, () => database.outcomeOf(command)),
      findOutcomes: (commands) => read(0, () => commands.map((command) => database.outcomeOf(command))),
      isFree: (shard) => read(shard, (of) => isFree(database, of, '')),
    },
    reads: {
      snapshot: (shard) => read(shard, ({ tables }) => tables.image, 'load'),
      rowsAfter: (shard, seq) =>
        read(shard, ({ journal, tables }) =>
          journal
            .slice(seq, Math.min(tables.seq, seq + ROWS_PER_READ))
            .map(({ seq: number, rules, texts }) => decodeRow(number, rules, texts)),
        ),
      lastRow: (shard) => read(shard, ({ lease }) => lease.seq),
    },
    openLeases: () => Promise.resolve(leaseSession(database, database.open(life))),
    readPlaces: () => read(0, () => new Map(database.placed)),
    placeOf: (account, among) => read(0, () => place(database, account, among)),
  };
}

function place({ placed }: SimDatabase, account: number, among: readonly number[]): number {
  const countOf = (shard: number): number => [...placed.values()].filter((other) => other === shard).length;
  const [emptiest = 0] = among.toSorted((one, other) => countOf(one) - countOf(other));
  const shard = placed.get(account) ?? emptiest;
  placed.set(account, shard);
  return shard;
}

function stored(database: SimDatabase, shard: SimShard, hasKeys: boolean): Awaited<ReturnType<ShardStorage['load']>> {
  const { image } = shard.tables;
  return {
    image: hasKeys ? { ...image, keyMarks: [] } : image,
    end: {
      shard: shard.number,
      seq: image.seq,
      nextOrder: image.nextOrder,
      marks: new WrittenMarks(),
      terms: new WrittenTerms(),
    },
    hash: database.hashAt(shard, image.seq),
  };
}
