import { auditCalls } from '@fairlot/contract';
import type { Pool } from 'pg';
import { done } from '../../../http/answer.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { verifyAudit } from '../../../staff/audit/verify-audit.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { AuditQueries } from './queries.ts';

const VERIFIERS_WAITING = 4;

/** Registers the calls that read and verify the audit log. */
export function registerAudit(calls: StaffCalls, queries: AuditQueries, pool: Pool): void {
  const verifying = new ConcurrencyLimit(1, VERIFIERS_WAITING);
  calls.forList(auditCalls.auditList, async (filters, slice) => done(await queries.page(filters, slice)));

  calls.forStaff(auditCalls.auditVerify, async () => {
    const { entries, head, count, findings } = await verifying.run(() => verifyAudit(pool));
    return done({ ok: count === 0, entries, head, findings: [...findings] });
  });
}
