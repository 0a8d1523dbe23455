import { type PersonalTable, SECRET, named, user } from './personal-table.ts';

/** Tables of passkeys. Keys and handles are useless to their owner, and stay secret. */
export const PASSKEY_TABLES: readonly PersonalTable[] = [
  {
    table: 'passkeys',
    ...user,
    exported: named('id name created_at last_used_at synced suspended_at sign_count transports'),
    withheld: { [SECRET]: ['credential_id', 'public_key', 'user_handle'] },
    end: 'deleted',
    endsAtClosing: true,
  },
  {
    table: 'passkey_tokens',
    ...user,
    exported: ['purpose', 'expires_at'],
    withheld: { [SECRET]: ['token_hash', 'user_handle'] },
    end: 'deleted',
    endsAtClosing: true,
  },
];
