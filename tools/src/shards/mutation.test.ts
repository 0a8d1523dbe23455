import { encode } from '../../../apps/server/src/trading/journal/codec.ts';
import { readCommand, writeCommand } from '../../../apps/server/src/trading/remote/messages.ts';
import type { JournalSession } from '../../../apps/server/src/trading/shard-storage.ts';
import { describe, expect, it } from 'vitest';
import { ShardsDisagreement } from './auditor.ts';
import type { SimDatabase } from './sim-database.ts';
import type { SimStorage } from './sim-storage.ts';
import { type Breakage, simulateShards } from './simulate-shards.ts';

/** The first three meet a failed commit and a former holder that tries to commit early, so that the test is short. */
const SEEDS = [2, 50, 11, ...Array.from({ length: 30 }, (_, at) => at + 12)];

/** Replaces the commit of the sessions that write a journal. */
function commits(
  commit: (of: JournalSession, batch: Parameters<JournalSession['commit']>[0], database: SimDatabase) => Promise<void>,
): Breakage {
  return {
    storage: (of, database) => ({
      ...of,
      storage: {
        ...of.storage,
        openJournal: async () => {
          const session = await of.storage.openJournal();
          return {
            takeLease: (...given) => session.takeLease(...given),
            onLost: (handler) => session.onLost(handler),
            commit: (batch) => commit(session, batch, database),
            releaseLease: () => session.releaseLease(),
            close: () => session.close(),
          };
        },
      },
    }),
  };
}

function storage(change: (of: SimStorage, database: SimDatabase) => Partial<SimStorage['storage']>): Breakage {
  return {
    storage: (of, database) => ({ ...of, storage: { ...of.storage, ...change(of, database) } }),
  };
}

function reads(change: (of: SimStorage) => Partial<SimStorage['reads']>): Breakage {
  return { storage: (of) => ({ ...of, reads: { ...of.reads, ...change(of) } }) };
}

const BREAKAGES: Readonly<Record<string, () => Breakage>> = {
  'the fence is off': () => ({ database: { isFenced: false } }),
  'a commit is confirmed before it is one': () =>
    commits((session, batch) => {
      session.commit(batch).catch(() => undefined);
      return Promise.resolve();
    }),
  'the tables are written before the journal': () =>
    commits((session, batch, database) => {
      const last = batch.rows.at(-1)!;
      for (const { tables, journal } of database.shards)
        if (journal.length === last.seq - batch.rows.length && tables.seq === journal.length) tables.seq = last.seq;
      return session.commit(batch);
    }),
  'a command gets another key when it is sent again': () => ({
    rewrite: (data, earlier) => {
      const draft = data.length === 0 ? undefined : readCommand(data);
      return earlier === 0 || draft === undefined || !('key' in draft)
        ? data
        : writeCommand({ ...draft, key: `${draft.key} ${earlier}` });
    },
  }),
  'a takeover does not write the tail': () =>
    storage(({ storage: of }) => ({
      load: async (...given) => {
        const [stored, last] = [await of.load(...given), await of.lastRow(given[0])];
        return {
          image: { ...stored.image, seq: last.seq },
          end: { ...stored.end, seq: last.seq },
          hash: last.hash,
        };
      },
    })),
  'a search of the journal finds no key': () => storage(() => ({ findOutcome: () => Promise.resolve(undefined) })),
  'callers of a failed commit hear that it succeeded': () =>
    storage(({ storage: of }) => ({
      findOutcomes: async (commands) => (await of.findOutcomes(commands)).map((outcome) => outcome ?? { ok: true }),
    })),
  'a follower leaves out rows': () => {
    const before = new Map<number, Awaited<ReturnType<SimStorage['reads']['snapshot']>>>();
    return reads(({ reads: of }) => ({
      snapshot: async (shard) => {
        const image = await of.snapshot(shard);
        const old = before.get(shard);
        before.set(shard, image);
        return old === undefined || encode(old.seq) === encode(image.seq) ? image : { ...old, seq: image.seq };
      },
    }));
  },
  'an answer names an old row': () => reads(() => ({ lastRow: () => Promise.resolve(0) })),
  'a holder believes that it has a lease which has ended': () => ({
    storage: (of) => ({
      ...of,
      openLeases: () =>
        Promise.resolve({
          renew: (leases) => Promise.resolve(new Set(leases.map(({ shard }) => shard))),
          close: () => Promise.resolve(),
        }),
    }),
  }),
  'the shard of a new account is chosen again': () => {
    let calls = 0;
    return {
      storage: (of, { placed }) => ({
        ...of,
        placeOf: (account, among) => {
          calls += 1;
          const shard = among[calls % among.length]!;
          placed.set(account, shard);
          return Promise.resolve(shard);
        },
      }),
    };
  },
};

describe('the auditor of several shards', { timeout: 600_000 }, () => {
  it.each(Object.keys(BREAKAGES))('objects when %s', async (name) => {
    const runs = async (): Promise<void> => {
      for (const seed of SEEDS) await simulateShards({ seed, clients: 12, commands: 16 }, BREAKAGES[name]!());
    };
    const error: unknown = await runs().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ShardsDisagreement);
    // The auditor must find it, not a check of the parts themselves.
    expect((error as ShardsDisagreement).cause).toBeUndefined();
  });
});
