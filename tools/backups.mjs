// Runs the scheduled backups of the embedded PostgreSQL in a child process of the server's process. Copying, compressing
// and verifying a whole database must not take time from the event loop that trades.
import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { bundle } from './bundle.mjs';

/** Time that the process has to end its work when the server stops. */
const END_LIMIT_MS = 20_000;
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
  // It works with the database, so it ends before it, and never outlives the server.
  server.onStop('backups', () => ended(child));
  start().catch(startLater);
}

/** Ends a process and waits for it. */
async function ended(child) {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
  child.kill();
  await exit;
  clearTimeout(limit);
}
