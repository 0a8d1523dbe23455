import { join } from 'node:path';
import type { Outbox } from '../messages/outbox.ts';
import { recordsOf } from '../platform/log.ts';
import { CHECKPOINT_KEY_FILE, keysOfFolder } from '../security/secrets/key-file.ts';
import { CheckpointKeys } from '../trading/checkpoints/checkpoint.ts';
import { CHECKPOINT_FILE } from '../trading/checkpoints/checkpoint-store.ts';
import { Checkpoints } from '../trading/checkpoints/checkpoints.ts';
import type { CoreDeps } from './deps.ts';
import type { Part } from './lifecycle.ts';

/** Builds the makers of signed checkpoints, one for each shard of real accounts. They tell the operator's mailbox if one is set. */
export async function openCheckpoints(
  { config: { checkpoints, dataDir }, database, trading, clock, log }: CoreDeps,
  outbox: Outbox,
): Promise<Part> {
  const { mail: to, file = join(dataDir, CHECKPOINT_FILE), rows: everyRows } = checkpoints;
  const seeds = checkpoints.keys ?? (await keysOfFolder(dataDir, CHECKPOINT_KEY_FILE));
  const announce =
    to === undefined
      ? undefined
      : async (line: string): Promise<void> => {
          const message = { channel: 'mail', to, template: 'checkpoint', language: 'en', params: { line } } as const;
          await database.kysely.transaction().execute((transaction) => outbox.put(transaction, message));
          outbox.wake();
        };
  const makers = trading
    .states()
    .filter(({ kind }) => kind === 'real')
    .map(
      ({ number: shard }) =>
        new Checkpoints({
          pool: database.pool,
          trading: {
            onCommitted: (listener) =>
              trading.onShardCommitted((number, rows) => {
                if (number === shard) listener(rows);
              }),
          },
          keys: new CheckpointKeys(seeds),
          everyRows,
          file,
          clock,
          log: recordsOf(log),
          announce,
          shard,
        }),
    );
  return {
    start: () => {
      for (const maker of makers) maker.start();
    },
    stop: async () => {
      await Promise.all(makers.map((maker) => maker.stop()));
    },
  };
}
