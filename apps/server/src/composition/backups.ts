import { BackupMonitor } from '../backup/state.ts';
import type { Config } from '../config.ts';
import type { Metrics } from '../platform/metrics.ts';

/** The state of the backups, which a process of their own makes, for *Health* and the metrics. */
export function openBackupMonitor({ backups, database, dataDir }: Config, now: () => number): BackupMonitor {
  const kind = database.databaseUrl !== undefined ? 'external' : backups.to === undefined ? 'off' : 'on';
  return new BackupMonitor(dataDir, kind, backups, now);
}

/** Registers the metrics of backups, if there is a schedule. */
export function registerBackupMetrics(metrics: Metrics, monitor: BackupMonitor): void {
  if (monitor.state().kind !== 'on') return;
  metrics.gauge('backup_last_seconds', 'Time of the last finished backup, in epoch seconds; 0 before the first.', () =>
    seconds(monitor.state().lastBackupAt),
  );
  metrics.gauge(
    'backup_verified_seconds',
    'Time of the last backup that was restored and verified, in epoch seconds; 0 before the first.',
    () => seconds(monitor.state().lastVerifiedAt),
  );
  metrics.gauge('backup_log_seconds', 'Last moment that can be restored, in epoch seconds; 0 before the first.', () =>
    seconds(monitor.state().archivedUntil),
  );
  metrics.gauge(
    'backup_bytes',
    'Size of the last finished backup in its target.',
    () => monitor.state().lastBackupBytes ?? 0,
  );
  metrics.gauge(
    'backup_problems',
    'Troubles of the backups; 0 when all is well.',
    () => monitor.state().problems.length,
  );
}

function seconds(at: number | undefined): number {
  return (at ?? 0) / 1000;
}
