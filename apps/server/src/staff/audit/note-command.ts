import type { Pool } from 'pg';
import { wallClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { AuditLog } from './audit-log.ts';

/** Notes in the audit log what somebody with access to the machine does on the command line, before it is done. */
export async function noteCommand(pool: Pool, action: string, subject: string): Promise<void> {
  const audit = new AuditLog(pool, wallClock, createLog('silent'));
  await audit.append({
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
}
