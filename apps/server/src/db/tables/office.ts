import type { StaffRole } from '@fairlot/contract';
import type { FillName } from '@fairlot/engine';
import type { Generated, GeneratedAlways } from 'kysely';

/** Kinds of decided records, named like their tables and work queues. */
export type StuckKind = 'deposits' | 'withdrawals' | 'adjustments' | 'rewards';

/** Kinds of decisions that count for the limit of one person. */
export type DecisionKind = StuckKind | 'desk_deeds';

/**
 * See migrations/009-office.ts, 027-staff-proposals.ts, 034-two-people.ts, 039-payouts.ts, 043-staff-safety.ts and
 * 046-dealing-desk.ts.
 */
export interface OfficeTables {
  staff: {
    id: GeneratedAlways<bigint>;
    name: string;
    roles: StaffRole[];
    password_hash: string | null;
    totp_secret: Buffer | null;
    totp_pending: Buffer | null;
    totp_step: bigint | null;
    created_at: Generated<Date>;
    disabled_at: Date | null;
    email: string | null;
    acts_for_id: bigint | null;
    decides_from: Date | null;
  };
  staff_former_owners: {
    id: GeneratedAlways<bigint>;
    staff_id: bigint;
    person_id: bigint | null;
    email: string | null;
    until: Date;
  };
  one_person_decisions: {
    kind: DecisionKind;
    record_id: bigint;
    user_id: bigint;
    person_id: bigint;
    amount: bigint;
    at: Date;
  };
  staff_links: {
    id: GeneratedAlways<bigint>;
    staff_id: bigint | null;
    token_hash: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
  };
  staff_sessions: {
    id: GeneratedAlways<bigint>;
    staff_id: bigint;
    token_hash: Buffer;
    address: string;
    agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    ended_at: Date | null;
  };
  audit_log: {
    id: bigint;
    at: bigint;
    phase: 'asked' | 'answered' | 'event';
    of_id: bigint | null;
    staff_id: bigint | null;
    staff_name: string;
    address: string;
    action: string;
    subject: string | null;
    user_id: bigint | null;
    input: string;
    outcome: string | null;
    previous: Buffer;
    hash: Buffer;
  };
  stuck_records: {
    kind: StuckKind;
    id: bigint;
    reason: string;
    since: Generated<Date>;
    tries: Generated<number>;
    next_try_at: Date;
  };
  site_settings: { key: string; value: string };
  site_setting_changes: {
    id: GeneratedAlways<bigint>;
    at: Generated<Date>;
    version: number;
    staff_id: bigint | null;
    staff_name: string;
    key: string;
    before: string | null;
    after: string | null;
  };
  user_notes: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    staff_id: bigint;
    at: Generated<Date>;
    text: string;
    strikes: bigint | null;
  };
  instrument_changes: {
    id: GeneratedAlways<bigint>;
    at: Generated<Date>;
    staff_name: string;
    instrument_id: number;
    before: string;
    after: string;
  };
  adjustments: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    amount: bigint;
    memo: string;
    state: 'waiting' | 'approved' | 'done' | 'refused' | 'rejected';
    key: string;
    author_id: bigint;
    approver_id: bigint | null;
    created_at: Generated<Date>;
    decided_at: Date | null;
    reason: string | null;
    about: 'withdrawal' | 'deposit' | null;
    about_id: bigint | null;
  };
  desk_deeds: {
    id: GeneratedAlways<bigint>;
    kind: 'close' | 'cancel' | 'correct';
    order_id: bigint;
    user_id: bigint;
    author_id: bigint;
    proposal_id: bigint | null;
    fill: FillName | null;
    price: bigint | null;
    while_open: boolean | null;
    reason: string;
    key: string;
    state: 'decided' | 'done' | 'refused';
    refusal: string | null;
    created_at: Generated<Date>;
  };
  record_changes: {
    id: GeneratedAlways<bigint>;
    at: Generated<Date>;
    kind: string;
    record_id: bigint;
    record_name: string;
    version: number;
    staff_name: string;
    before: string;
    after: string;
  };
  staff_proposals: {
    id: GeneratedAlways<bigint>;
    kind: string;
    subject_id: bigint | null;
    before: string;
    after: string;
    base_version: number;
    state: 'waiting' | 'approved' | 'done' | 'refused' | 'rejected';
    author_id: bigint;
    approver_id: bigint | null;
    created_at: Date;
    decided_at: Date | null;
    effective_at: Date | null;
    alone: boolean;
    reason: string | null;
  };
}
