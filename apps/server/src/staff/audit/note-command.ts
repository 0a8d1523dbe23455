import type { Pool } from 'pg';
import { wallClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { AuditLog } from './audit-log.ts';

/**
 * Notes in the audit log what somebody with access to the machine does on the command line, before it is done. Prints the
 * entry's hash, as the server logs those of its own: kept elsewhere it reveals when the end of the log was cut off.
 */
export async function noteCommand(pool: Pool, action: string, subject: string): Promise<void> {
  const audit = new AuditLog(pool, wallClock, createLog('silent'));
  const id = await audit.append({
    phase: 'event',
    of: null,
    staffId: null,
    staffName: 'command line',
    address: '',
    action,
    subject,
    userId: null,
    input: '{}',
    outcome: 'ok',
  });
  const { rows } = await pool.query<{ hash: Buffer }>('select hash from audit_log where id = $1', [id]);
  process.stdout.write(`Audit log: entry ${id}, hash ${rows[0]?.hash.toString('hex') ?? ''}\n`);
}
