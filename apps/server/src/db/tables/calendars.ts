import type { Generated, GeneratedAlways } from 'kysely';

/** See migrations/066-session-calendars.ts and 067-catalogue-files.ts. */
export interface CalendarTables {
  session_calendars: {
    id: GeneratedAlways<number>;
    name: string;
    time_zone: string;
    week: readonly string[];
    special_days: string;
    last_day: string | null;
    version: number;
    origin: 'release' | 'office';
  };
  catalogue_files: {
    id: GeneratedAlways<bigint>;
    at: Generated<Date>;
    rows: string;
  };
}
