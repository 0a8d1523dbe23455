import type { Generated, GeneratedAlways } from 'kysely';

/** See migrations/064-client-groups.ts. */
export interface GroupTables {
  client_groups: {
    id: Generated<number>;
    name: string;
    definition: string;
    spreads: Generated<string>;
    version: Generated<number>;
    removed_at: Date | null;
  };
  client_group_versions: {
    id: GeneratedAlways<bigint>;
    at: Generated<Date>;
    staff_name: string;
    group_id: number;
    name: string;
    version: number;
    before: string;
    after: string;
    reason: string;
  };
  client_group_moves: {
    id: GeneratedAlways<bigint>;
    at: Generated<Date>;
    staff_id: bigint;
    staff_name: string;
    user_id: bigint;
    from_group: number;
    to_group: number;
    reason: string;
    proposal_id: bigint | null;
    done: Generated<boolean>;
  };
  client_group_notices: { proposal_id: bigint; user_id: bigint; at: Date; taken_back_at: Date | null };
}
