import type { Generated, GeneratedAlways } from 'kysely';

export type BulkState = 'waiting' | 'rejected' | 'sending' | 'paused' | 'stopped' | 'done';

/** See migrations/054-bulk-messages.ts. */
export interface BulkMessageTables {
  bulk_messages: {
    id: GeneratedAlways<bigint>;
    kind: 'service' | 'marketing';
    by_chat: boolean;
    by_mail: boolean;
    /** JSON of the contract's bulkSelection. */
    selection: string;
    /** JSON: a list of language, subject and text. */
    texts: string;
    state: BulkState;
    author_id: bigint;
    created_at: Date;
    releaser_id: Generated<bigint | null>;
    released_at: Generated<Date | null>;
    ended_at: Generated<Date | null>;
    recipients: Generated<number>;
    sent: Generated<number>;
    skipped: Generated<number>;
  };
  bulk_recipients: {
    id: GeneratedAlways<bigint>;
    bulk_id: bigint;
    user_id: bigint;
    state: Generated<'waiting' | 'sent' | 'skipped'>;
    language: Generated<string>;
    by_chat: Generated<boolean>;
    by_mail: Generated<boolean>;
    reason: Generated<'closed' | 'no_way' | null>;
    at: Generated<Date | null>;
    token_hash: Generated<Buffer | null>;
  };
}
