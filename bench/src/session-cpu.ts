import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';

const TICKS_PER_SECOND = 100;

/** Processor seconds of the sessions of PostgreSQL with an application name, on this machine. */
export async function sessionCpu(pool: Pool, application: string): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [
    application,
  ]);
  return rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
}

/** Processor seconds that this process has used. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function cpuOf(pid: number): number {
  // The name of the program may contain blanks; fields 14 and 15 count from behind it.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
