import type { Generated, GeneratedAlways } from 'kysely';

/** See migrations/063-exposure-limits.ts. */
export interface ExposureTables {
  exposure_limits: {
    id: GeneratedAlways<bigint>;
    scope: 'instrument' | 'currency';
    name: string;
    limit_usd: bigint | null;
    version: number;
    alarm_since: Generated<Date | null>;
    mailed_at: Generated<Date | null>;
  };
  exposure_events: {
    id: GeneratedAlways<bigint>;
    at: Date;
    body: string;
  };
}
