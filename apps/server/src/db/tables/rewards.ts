import type { Generated, GeneratedAlways } from 'kysely';

export type RewardState = 'waiting' | 'approved' | 'paid' | 'refused' | 'rejected';

/** See migrations/051-rewards.ts. */
export interface RewardTables {
  rewards: {
    id: GeneratedAlways<bigint>;
    inviter_id: bigint;
    invited_id: bigint;
    kind: 'fixed' | 'share';
    /** Days since 1970. */
    day: number;
    /** Micro-dollars of fees that a share was computed from; 0 for a fixed sum. */
    basis: bigint;
    /** 0 for a fixed sum. */
    percent: number;
    amount: bigint;
    state: RewardState;
    reasons: string[];
    approved_by: Generated<bigint | null>;
    decided_by: Generated<bigint | null>;
    decided_at: Generated<Date | null>;
    remark: Generated<string>;
    refusal: Generated<string | null>;
    created_at: Date;
  };
  reward_days: { only_row: Generated<boolean>; day: number };
}
