import { createHash } from 'node:crypto';

/** The phase of an entry: before a call is tried, after its outcome is known, or both in one. */
export type AuditPhase = 'asked' | 'answered' | 'event';

/** One row of the audit log, without its hashes. */
export interface AuditRow {
  /** Consecutive from 1, without gaps. */
  readonly id: number;
  /** Epoch milliseconds of the wall clock. */
  readonly at: number;
  readonly phase: AuditPhase;
  /** The `asked` row of an `answered` one. */
  readonly of: number | null;
  readonly staffId: number | null;
  readonly staffName: string;
  readonly address: string;
  readonly action: string;
  readonly subject: string | null;
  readonly userId: number | null;
  /** JSON without secrets, sealed if it may be personal (PersonKeys); exactly as hashed. */
  readonly input: string;
  readonly outcome: string | null;
}

/** The hash before the first row. */
export const CHAIN_START = Buffer.alloc(32);

/** The hash of a row: SHA-256 over the previous hash and the row's fields as a JSON array, in the order of AuditRow. */
export function chainHash(previous: Buffer, row: AuditRow): Buffer {
  const { id, at, phase, of, staffId, staffName, address, action, subject, userId, input, outcome } = row;
  const canonical = JSON.stringify([
    id,
    at,
    phase,
    of,
    staffId,
    staffName,
    address,
    action,
    subject,
    userId,
    input,
    outcome,
  ]);
  return createHash('sha256').update(previous).update(canonical, 'utf8').digest();
}
