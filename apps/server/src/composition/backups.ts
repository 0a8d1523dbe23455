import { HOUR_MS } from '@fairlot/domain';
import { type NotedState, WORKS, problemsOf, readBackupState } from '../backup/state.ts';
import type { Config } from '../config.ts';
import type { ReadBackups } from '../platform/backup-state.ts';
import { wallClock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';

/** Time that a backup and its check may take before the last good one counts as old. */
const GRACE_MS = 2 * HOUR_MS;

/**
 * Reads the state that the process of the backups notes in the data folder, and registers its metrics. Good is a backup
 * that was restored and verified. An external database has the backups that its operator makes.
 */
export function openBackups({ backups, database, dataDir }: Config, metrics: Metrics): ReadBackups {
  const isEmbedded = database.databaseUrl === undefined;
  const since = wallClock();
  const noted = (): Partial<NotedState> => (isEmbedded ? readBackupState(dataDir) : undefined) ?? {};
  metrics.gauge('backup_problems', 'Backups, checks and copies of the log that failed or are late.', () =>
    backups.to === undefined ? 0 : problemsOf(noted(), backups, since, wallClock()).length,
  );
  metrics.gauge(
    'backup_log_seconds',
    'Last moment that can be restored, in epoch seconds; 0 without backups of the server.',
    () => (noted().archivedUntil ?? 0) / 1000,
  );
  metrics.gauge('backup_bytes', 'Size of the last finished backup in its target.', () => noted().lastBackupBytes ?? 0);
  return () => {
    if (!isEmbedded) return undefined;
    const { lastVerifiedAt, errors = {} } = noted();
    return {
      lastGoodAt: lastVerifiedAt,
      oldAfterMs: backups.everyHours * HOUR_MS + GRACE_MS,
      failed:
        backups.to === undefined
          ? []
          : WORKS.filter((work) => errors[work] !== undefined).map((work) =>
              work === 'removal of old backups' ? 'removal' : work,
            ),
    };
  };
}
