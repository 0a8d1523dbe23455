import type { SampleStrategy } from '@fairlot/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** See migrations/008-ranking.ts. */
export interface RankingTables {
  ranking_listings: {
    user_id: bigint;
    number: GeneratedAlways<bigint>;
    name: string;
    name_key: string;
    state: 'listed' | 'left' | 'hidden';
    hidden_because: string | null;
    listed_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  ranking_samples: {
    strategy: SampleStrategy;
    number: GeneratedAlways<bigint>;
    demo_key: string;
    user_id: bigint | null;
  };
}
