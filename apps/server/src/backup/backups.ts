import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import type { DatabaseLog } from '../db/log.ts';
import { takeBaseBackup } from './base-backup.ts';
import { BackupError } from './backup-error.ts';
import { type KnownBackup, readCatalog } from './catalog.ts';
import { type CheckDeps, checkBackup } from './check-backup.ts';
import { chooseRestore } from './choose-restore.ts';
import { type BackupRecord, names, writeRecord } from './records.ts';
import { type Expired, type RetentionRule, removeExpired } from './retention.ts';
import { type BackupWork, type NotedState, noteFailure, noteSuccess } from './state.ts';
import type { Vault } from './vault.ts';
import { type ArchiveDeps, BrokenLineError, WalArchive } from './wal-archive.ts';

/** The parts that the backups of one database work with. */
export interface BackupsDeps extends Pick<CheckDeps, 'verify' | 'stopped' | 'space'>, RetentionRule {
  readonly database: Pick<Database, 'pool' | 'connection'>;
  readonly dataFolder: string;
  readonly vault: Vault;
  readonly log: DatabaseLog;
}

/** Works with the backups of one embedded database. Each work notes its success or failure in the data folder. */
export class Backups {
  readonly #deps: BackupsDeps;
  #archive: Promise<WalArchive> | undefined;

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
  }

  /** Archives the log up to the last commit. Returns the line. */
  async storeLog(): Promise<string> {
    return this.#note('log', async () => {
      const archive = await this.#opened();
      try {
        await archive.store();
      } catch (error) {
        if (error instanceof BrokenLineError) this.#archive = undefined;
        throw error;
      }
      return [archive.line, { archivedUntil: archive.until }];
    });
  }

  /** Takes a base backup. */
  async take(): Promise<BackupRecord> {
    return this.#note('backup', async () => {
      const { database, vault, dataFolder, log } = this.#deps;
      const archive = await this.#opened();
      const taken = await takeBaseBackup({
        connection: database.connection,
        cluster: join(dataFolder, 'postgres'),
        vault,
        archive,
      });
      log.info(`backup ${taken.id} is in ${vault.text}: ${megabytes(taken.storedBytes)} of ${megabytes(taken.bytes)}`);
      return [taken, { lastBackupAt: taken.endedAt, lastBackupBytes: taken.storedBytes, archivedUntil: archive.until }];
    });
  }

  /** The newest finished backup of this database's line. */
  async newest(): Promise<KnownBackup | undefined> {
    const line = await this.#line();
    return (await readCatalog(this.#deps.vault)).lines.find(({ name }) => name === line)?.backups.at(-1);
  }

  /** Restores a backup, by default the newest of this database, into a scratch folder and verifies it there. Throws BackupError when it differs. */
  async check(backup?: string): Promise<string> {
    return this.#note('check', async () => {
      const { vault, log } = this.#deps;
      // Other lines of the target may be those of restored copies.
      const line = backup === undefined ? await this.#line() : undefined;
      if (backup === undefined && line === undefined)
        throw new BackupError(
          `${vault.text} has no archive that this database continues: name the backup to check, or take one`,
        );
      const plan = chooseRestore(await readCatalog(vault), { line, backup });
      const { id, endedAt } = plan.backup;
      const differences = await checkBackup(plan, this.#deps);
      if (differences > 0) throw new BackupError(`the restored backup ${id} has ${differences} differences`);
      await writeRecord(vault, names.verified(plan.line.name, id), { at: Date.now() });
      log.info(`backup ${id} was restored and verified`);
      return [id, { lastVerifiedAt: endedAt }];
    });
  }

  /** Deletes what the rule lets go. */
  async removeOld(): Promise<Expired> {
    return this.#note('removal of old backups', async () => [
      await removeExpired(this.#deps.vault, this.#deps, Date.now()),
      {},
    ]);
  }

  /** The line of this database in the target. Reading it neither begins nor ends an archive, which may be another process's. */
  async #line(): Promise<string | undefined> {
    if (this.#archive !== undefined) return (await this.#archive).line;
    return WalArchive.findLine(this.#place());
  }

  #place(): ArchiveDeps {
    const { database, dataFolder, vault } = this.#deps;
    return { pool: database.pool, cluster: join(dataFolder, 'postgres'), vault };
  }

  /** Works that begin at the same time share one archive: two would begin two lines. */
  #opened(): Promise<WalArchive> {
    this.#archive ??= WalArchive.open(this.#place()).catch((error: unknown) => {
      this.#archive = undefined;
      throw error;
    });
    return this.#archive;
  }

  async #note<T>(work: BackupWork, run: () => Promise<[T, Partial<NotedState>]>): Promise<T> {
    const { dataFolder, vault, stopped } = this.#deps;
    const place = { dataFolder, target: vault.text };
    try {
      const [result, change] = await run();
      noteSuccess(place, work, change);
      return result;
    } catch (error) {
      if (stopped?.aborted !== true) noteFailure(place, work, Date.now(), (error as Error).message);
      throw error;
    }
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
