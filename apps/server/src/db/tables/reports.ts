import type { ReportInterval, ReportKind } from '@fairlot/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** See migrations/049-reports.ts. */
export interface ReportTables {
  report_schedules: {
    id: GeneratedAlways<bigint>;
    kind: ReportKind;
    filter: string;
    interval: ReportInterval;
    hour: number;
    /** Numbers of staff; the driver reads lists of int8 as text. */
    recipients: ColumnType<string[], bigint[], never>;
    author_id: bigint;
    created_at: Date;
    next_at: Date;
    ended_at: Date | null;
  };
  report_files: {
    id: GeneratedAlways<bigint>;
    schedule_id: bigint;
    /** UTC days such as 2026-03-29. Select them as text: the driver reads a date in the time zone of the machine. */
    first_day: string;
    last_day: string;
    state: Generated<'waiting' | 'done' | 'failed'>;
    tries: Generated<number>;
    next_try_at: Date;
    created_at: Date;
    made_at: Date | null;
    name: string | null;
    rows: number | null;
    content: Buffer | null;
    reason: string | null;
  };
}
