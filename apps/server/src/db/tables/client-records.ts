import type { StaffRole } from '@fairlot/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** See migrations/050-client-records.ts. */
export interface ClientRecordTables {
  client_tasks: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    text: string;
    for_role: Exclude<StaffRole, 'dealer'> | null;
    for_staff_id: bigint | null;
    /** A day of the calendar in UTC, such as 2026-11-23. */
    due_on: string;
    author_id: bigint;
    created_at: Date;
    done_at: Generated<Date | null>;
    done_by_id: Generated<bigint | null>;
  };
  client_messages: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    staff_id: bigint;
    at: Date;
    text: string;
    sent_by: 'mail' | 'sms' | 'chat';
    key: string;
  };
  client_links: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    other_id: bigint;
    reason: string;
    staff_id: bigint;
    at: Date;
    ended_at: Generated<Date | null>;
    ended_by: Generated<bigint | null>;
    end_reason: Generated<string>;
  };
}
