import type { Generated, GeneratedAlways } from 'kysely';

export interface UsersTable {
  readonly id: GeneratedAlways<bigint>;
  readonly kind: 'demo' | 'real';
  readonly email: string | null;
  readonly invite_code: string;
  readonly demo_hash: Buffer | null;
  readonly created_at: Generated<Date>;
}

export interface SessionsTable {
  readonly id: GeneratedAlways<bigint>;
  readonly user_id: bigint;
  readonly token_hash: Buffer;
  readonly created_at: Generated<Date>;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
}

/** Who may sign in, and who has. */
export interface AccountsTables {
  users: UsersTable;
  sessions: SessionsTable;
}
