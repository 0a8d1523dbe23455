// Runs the scheduled backups of the embedded PostgreSQL in a child process of the server's process. Copying, compressing
// and verifying a whole database must not take time from the event loop that trades.
import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { bundle } from './bundle.mjs';

/** Delay before a restart after the process has ended or failed to start. */
const RESTART_MS = 60_000;
const LOW_PRIORITY = 10;

/** Keeps the process of the backups while FAIRLOT_BACKUP_TO names a target. Its failure never affects the server. */
export function keepBackups(server) {
  if (!process.env.FAIRLOT_BACKUP_TO?.trim()) return;
  let child;
  const start = async () => {
    if (server.isStopping()) return;
    const program = await bundle('apps/server/src/backup.ts');
    if (server.isStopping()) return;
    child = fork(program, ['--keep'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('error', () => undefined);
    child.once('exit', startLater);
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  };
  const startLater = () => {
    setTimeout(() => start().catch(startLater), RESTART_MS).unref();
  };
  process.once('exit', () => child?.kill());
  start().catch(startLater);
}
