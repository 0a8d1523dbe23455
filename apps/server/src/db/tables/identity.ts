import type { Generated, GeneratedAlways } from 'kysely';

/** See migrations/005-identity.ts, 039-payouts.ts and 050-client-records.ts. */
export interface IdentityTables {
  images: {
    id: string;
    owner_id: bigint;
    content: Buffer;
    bytes: number;
    width: number;
    height: number;
    used_for: 'identity' | 'deposit' | null;
    created_at: Date;
    upload_key: string;
    upload_hash: Buffer;
  };
  identity_submissions: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    name: string;
    /** See `searchedName`. */
    search_name: Generated<string>;
    card_id: string | null;
    card_sealed: Buffer | null;
    card_key: string;
    front_image: string;
    reverse_image: string;
    status: Generated<'waiting' | 'finished' | 'rejected' | 'revoked'>;
    key: string;
    submitted_at: Date;
    decided_at: Date | null;
    decided_by: bigint | null;
    country: string | null;
    reason: string | null;
    revoked_at: Date | null;
    revoked_by: bigint | null;
  };
}
