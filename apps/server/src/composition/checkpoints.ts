import { join } from 'node:path';
import type { Outbox } from '../messages/outbox.ts';
import { recordsOf } from '../platform/log.ts';
import { CHECKPOINT_KEY_FILE, keysOfFolder } from '../security/secrets/key-file.ts';
import { CheckpointKeys } from '../trading/checkpoints/checkpoint.ts';
import { CHECKPOINT_FILE } from '../trading/checkpoints/checkpoint-store.ts';
import { Checkpoints } from '../trading/checkpoints/checkpoints.ts';
import type { CoreDeps } from './deps.ts';

/** Builds the maker of signed checkpoints, which tells the operator's mailbox if one is set. */
export async function openCheckpoints(
  { config: { checkpoints, dataDir }, database, trading, clock, log }: CoreDeps,
  outbox: Outbox,
): Promise<Checkpoints> {
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
  return new Checkpoints({
    pool: database.pool,
    trading,
    keys: new CheckpointKeys(seeds),
    everyRows,
    file,
    clock,
    log: recordsOf(log),
    announce,
  });
}
