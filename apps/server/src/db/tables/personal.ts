import type { Generated, GeneratedAlways } from 'kysely';

/** See migrations/041-people-data.ts. */
export interface PersonalTables {
  person_keys: {
    user_id: bigint;
    sealed: Buffer | null;
    created_at: Generated<Date>;
    erased_at: Generated<Date | null>;
  };
  text_keys: { id: GeneratedAlways<bigint>; sealed: Buffer; user_id: Generated<bigint | null>; created_at: Date };
  data_exports: { id: GeneratedAlways<bigint>; user_id: bigint; at: Date };
}
