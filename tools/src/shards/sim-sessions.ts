import type { Random } from '@fairlot/engine/sim';
import { type Batch, NO_HASH, keyOf, writeJournalRow } from '../../../apps/server/src/trading/journal/batch.ts';
import { CopyBuffer } from '../../../apps/server/src/trading/journal/copy-buffer.ts';
import { encodeRow } from '../../../apps/server/src/trading/journal/encode-row.ts';
import { DeposedError } from '../../../apps/server/src/trading/journal/writer-session.ts';
import type { LeaseSession } from '../../../apps/server/src/trading/leases/lease-session.ts';
import { LeaseHeldError } from '../../../apps/server/src/trading/leases/lease-term.ts';
import type { JournalSession, TablesSession } from '../../../apps/server/src/trading/shard-storage.ts';
import type { Session, SimDatabase, SimShard } from './sim-database.ts';
import type { StoredRow } from './sim-tables.ts';
import type { Life } from './virtual-time.ts';

/** True when nobody else holds a lease, or it has ended. */
export function isFree({ now }: SimDatabase, { lease }: SimShard, holder: string): boolean {
  return lease.holder === '' || lease.holder === holder || lease.endsAt <= now;
}

/** The sessions that write under a lease, which its next holder ends. */
const writers = new WeakMap<SimShard, Set<Session>>();

function noteWriter(shard: SimShard, session: Session): void {
  writers.set(shard, (writers.get(shard) ?? new Set()).add(session));
}

/** The session that writes a journal under the lease that it has taken. */
export class SimJournalSession implements JournalSession {
  readonly #database: SimDatabase;
  readonly #random: Random;
  readonly #session: Session;
  #place = { shard: 0, epoch: 0 };
  #isBroken = false;

  constructor(database: SimDatabase, random: Random, life: Life) {
    this.#database = database;
    this.#random = random;
    this.#session = database.open(life);
  }

  onLost(handler: (error: Error) => void): void {
    this.#session.onLost = handler;
  }

  async takeLease(number: number, holder: string, following: number | undefined, ttlMs = Infinity): Promise<number> {
    const database = this.#database;
    const shard = database.shard(number);
    const requireFree = (): void => {
      if (isFree(database, shard, holder)) return;
      if (following !== undefined) throw new DeposedError(`another writer has taken shard ${number}`);
      throw new LeaseHeldError(`the lease of shard ${number} is held by another process`);
    };
    await database.call(this.#session, 'take', number, () => {
      requireFree();
      // A session may not be found: it is new, or the network hides it. Then the epoch alone keeps it from writing.
      for (const session of writers.get(shard) ?? []) if (this.#random.chance(0.5)) database.lose(session);
    });
    const epoch = await database.call(this.#session, 'take', number, () => {
      requireFree();
      const { lease, journal } = shard;
      if (following !== undefined && lease.epoch !== following && lease.holder !== holder)
        throw new DeposedError(`another writer has taken shard ${number}`);
      Object.assign(lease, {
        epoch: lease.epoch + 1,
        seq: journal.length,
        holder,
        endsAt: database.now + ttlMs,
        endedBefore: database.now + ttlMs,
      });
      noteWriter(shard, this.#session);
      return lease.epoch;
    });
    this.#place = { shard: number, epoch };
    return epoch;
  }

  async commit(batch: Batch): Promise<void> {
    if (this.#isBroken) throw new Error('the session is broken');
    const { shard: number, epoch } = this.#place;
    // The batch is used again, so what is sent is copied.
    const bytes = Buffer.concat([...batch.message(this.#place).copies]);
    const rows = batch.rows.map((row) => ({ row, texts: encodeRow(row) }));
    const shard = this.#database.shard(number);
    try {
      await this.#database.call(this.#session, 'commit', number, () => {
        const first = rows[0]?.row.seq ?? 0;
        const { lease, journal, keys } = shard;
        if (this.#database.isFenced && (lease.epoch !== epoch || journal.length !== first - 1)) {
          this.#database.refused += 1;
          throw new DeposedError('another writer has taken the shard');
        }
        const again = new CopyBuffer();
        let hash = journal.at(-1)?.hash ?? NO_HASH;
        const added = rows.map(({ row, texts }): StoredRow => {
          hash = writeJournalRow(again, this.#place, row, texts, hash);
          return { seq: row.seq, rules: row.rules, epoch, texts, hash };
        });
        if (this.#database.isFenced && !again.finish().equals(bytes))
          throw new Error(`shard ${number} continues from another hash`);
        journal.push(...added);
        lease.seq = journal.length;
        for (const [at, { row }] of rows.entries()) {
          const { account, key } = keyOf(row.command);
          if (key !== undefined) keys.set(`${account} ${key}`, added[at]!);
        }
        this.#database.watch?.committed(number, added);
      });
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  async releaseLease(): Promise<void> {
    const { shard, epoch } = this.#place;
    if (this.#isBroken) return;
    await this.#database.call(this.#session, 'renew', shard, () => {
      const { lease } = this.#database.shard(shard);
      if (lease.epoch === epoch) lease.holder = '';
    });
  }

  close(): Promise<void> {
    this.#isBroken = true;
    this.#database.close(this.#session);
    return Promise.resolve();
  }
}

/** Opens the session that writes the tables, and ends that of the holder before. */
export async function openTables(
  database: SimDatabase,
  life: Life,
  number: number,
  epoch: number,
): Promise<TablesSession> {
  const session = database.open(life);
  const shard = database.shard(number);
  const { tables } = shard;
  let isBroken = false;
  await database.call(session, 'tables', number, () => {
    if (tables.epoch > epoch) throw new DeposedError(`another writer has taken the tables of shard ${number}`);
    tables.epoch = epoch;
    noteWriter(shard, session);
  });
  return {
    onLost: (handler) => {
      session.onLost = handler;
    },
    write: async (batch) => {
      if (isBroken) throw new Error('the session is broken');
      const seqs = batch.rows.map(({ seq }) => seq);
      // The statements are made, as for PostgreSQL.
      batch.message({ shard: number, epoch });
      try {
        await database.call(session, 'write', number, () => {
          if (tables.epoch !== epoch || tables.seq !== (seqs[0] ?? 0) - 1)
            throw new DeposedError(`the tables of shard ${number} are not written under epoch ${epoch}`);
          tables.seq = seqs.at(-1) ?? tables.seq;
          tables.written = Math.max(tables.written, tables.seq);
          // The disk has what was written a while ago.
          if (seqs.length > 2) tables.durable = (seqs[0] ?? 1) - 1;
        });
      } catch (error) {
        isBroken = true;
        throw error;
      }
    },
    close: () => {
      isBroken = true;
      database.close(session);
      return Promise.resolve();
    },
  };
}

/** The session that renews leases. */
export function leaseSession(database: SimDatabase, session: Session): LeaseSession {
  return {
    renew: (leases, ttlMs) =>
      database.call(session, 'renew', 0, () => {
        const held = leases.filter(({ shard, epoch }) => database.shard(shard).lease.epoch === epoch);
        for (const { shard } of held) {
          const { lease } = database.shard(shard);
          Object.assign(lease, { endedBefore: lease.endsAt, renewedAt: database.now, endsAt: database.now + ttlMs });
        }
        return new Set(held.map(({ shard }) => shard));
      }),
    close: () => {
      database.close(session);
      return Promise.resolve();
    },
  };
}
