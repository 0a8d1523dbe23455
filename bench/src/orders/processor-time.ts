import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Ticks of the kernel's accounting a second, the same on all usual builds of Linux. */
const TICKS = 100;

/** Processor time in seconds. */
export interface ProcessorTime {
  readonly server: number;
  readonly database: number;
}

/** The processor time so far of this process and of the PostgreSQL of a data folder; null without Linux's /proc. */
export function processorTime(folder: string): ProcessorTime | null {
  const { user, system } = process.cpuUsage();
  const database = databaseTime(folder);
  return database === undefined ? null : { server: (user + system) / 1e6, database };
}

/** The processor time of work, in microseconds for each of so many orders. */
export function perOrder(
  before: ProcessorTime | null,
  after: ProcessorTime | null,
  orders: number,
): { readonly serverUs: number; readonly databaseUs: number } | null {
  if (before === null || after === null) return null;
  const us = (seconds: number): number => Number(((seconds / orders) * 1e6).toFixed(1));
  return { serverUs: us(after.server - before.server), databaseUs: us(after.database - before.database) };
}

/** The processor time so far of a process with all its threads, in seconds; undefined without Linux's /proc. */
export function timeOf(pid: number): number | undefined {
  const fields = statOf(String(pid));
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Sums the sessions of the cluster, ended ones included: their time passes to the postmaster. */
export function databaseTime(folder: string): number | undefined {
  try {
    const [postmaster = ''] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    let ticks = 0;
    for (const pid of readdirSync('/proc')) {
      const fields = statOf(pid);
      if (fields === undefined) continue;
      const [, parent] = fields;
      if (pid !== postmaster && parent !== postmaster) continue;
      ticks += Number(fields[11]) + Number(fields[12]);
      if (pid === postmaster) ticks += Number(fields[13]) + Number(fields[14]);
    }
    return ticks / TICKS;
  } catch {
    return undefined;
  }
}

/** The fields of a process after its name, which may contain blanks: state, parent, and so on. */
function statOf(pid: string): readonly string[] | undefined {
  if (!/^\d+$/.test(pid)) return undefined;
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}
