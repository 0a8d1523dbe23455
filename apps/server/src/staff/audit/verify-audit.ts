import type { Pool } from 'pg';
import { type AuditPhase, CHAIN_START, chainHash } from './chain.ts';

const CHUNK = 2000;
/** Maximum findings in the result. The rest is only counted. */
const SHOWN = 20;

/** The result of checking the whole audit log. Without findings, no entry was changed, removed or inserted. */
export interface AuditVerification {
  readonly entries: number;
  /** Hash of the last entry, hex. An operator who notes it can later detect a truncated log. */
  readonly head: string;
  readonly count: number;
  readonly findings: readonly string[];
}

interface StoredRow {
  readonly id: bigint;
  readonly at: bigint;
  readonly phase: AuditPhase;
  readonly of_id: bigint | null;
  readonly staff_id: bigint | null;
  readonly staff_name: string;
  readonly address: string;
  readonly action: string;
  readonly subject: string | null;
  readonly user_id: bigint | null;
  readonly input: string;
  readonly outcome: string | null;
  readonly previous: Buffer;
  readonly hash: Buffer;
}

/** Recomputes every hash from the first entry, in bounded memory. */
export async function verifyAudit(pool: Pool): Promise<AuditVerification> {
  const findings: string[] = [];
  let count = 0;
  let hash: Buffer = CHAIN_START;
  let last = 0;
  const find = (text: string): void => {
    count += 1;
    if (findings.length < SHOWN) findings.push(text);
  };
  for (;;) {
    const { rows } = await pool.query<StoredRow>('select * from audit_log where id > $1 order by id limit $2', [
      last,
      CHUNK,
    ]);
    for (const row of rows) {
      const id = Number(row.id);
      if (id !== last + 1) find(`audit entries ${last + 1} to ${id - 1} are missing`);
      if (!row.previous.equals(hash)) find(`audit entry ${id} does not follow from the one before it`);
      if (!chainHash(row.previous, fieldsOf(row)).equals(row.hash)) find(`audit entry ${id} is not what its hash says`);
      hash = row.hash;
      last = id;
    }
    if (rows.length < CHUNK) return { entries: last, head: hash.toString('hex'), count, findings };
  }
}

function fieldsOf(row: StoredRow) {
  return {
    id: Number(row.id),
    at: Number(row.at),
    phase: row.phase,
    of: narrow(row.of_id),
    staffId: narrow(row.staff_id),
    staffName: row.staff_name,
    address: row.address,
    action: row.action,
    subject: row.subject,
    userId: narrow(row.user_id),
    input: row.input,
    outcome: row.outcome,
  };
}

function narrow(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
