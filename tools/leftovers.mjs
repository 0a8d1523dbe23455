// Processes and folders that tests left behind: finding and removing them. Plain JavaScript, because reaper.mjs is started
// from programs that are bundled and from programs that are not.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const END_LIMIT_MS = 10_000;
const POLL_MS = 20;

/** Ends the embedded PostgreSQL that runs in a folder or in a folder inside it, also half started, and removes the folder. */
export async function removeFolder(folder) {
  if (!existsSync(folder)) return;
  const root = realpathSync(folder);
  // SIGQUIT is PostgreSQL's immediate shutdown: it frees its shared memory, which SIGKILL would leave behind.
  await endProcesses(processesIn(root), 'SIGQUIT');
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}

/** Ends processes; those that are still there after ten seconds get SIGKILL. */
export async function endProcesses(pids, first) {
  for (const pid of pids) signal(pid, first);
  const deadline = Date.now() + END_LIMIT_MS;
  while (pids.some(isAlive) && Date.now() < deadline)
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  for (const pid of pids.filter(isAlive)) signal(pid, 'SIGKILL');
}

/** The processes that work in a folder. Elsewhere than on Linux: the first processes of PostgreSQL that have written their pid file. */
export function processesIn(folder) {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && `${workingFolderOf(name)}/`.startsWith(`${folder}/`))
      .map(Number);
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...inside.map(({ name }) => join(folder, name))].flatMap(postmastersIn);
}

function workingFolderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has ended, or is the system's own.
    return '';
  }
}

/** A number in a pid file may have been given to another program since. */
function postmastersIn(dataFolder) {
  try {
    const pid = Number(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).includes('postgres')
      ? [pid]
      : [];
  } catch {
    return [];
  }
}

/** A process that has ended and waits to be collected by its parent counts as dead. */
function isAlive(pid) {
  if (!signal(pid, 0)) return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[1] !== 'Z';
  } catch {
    return process.platform !== 'linux';
  }
}

/** True if the process existed and got the signal. */
function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
}
