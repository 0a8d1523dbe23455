/** See migrations/019-idempotency.ts. */
export interface IdempotencyTables {
  kept_answers: {
    caller: string;
    key: string;
    call: string;
    fingerprint: string;
    answer: Buffer;
    created_at: Date;
  };
}
