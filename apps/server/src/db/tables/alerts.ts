import type { Generated, GeneratedAlways } from 'kysely';

/** See migrations/013-alerts.ts and 020-margin-warnings.ts. */
export interface AlertsTables {
  price_alerts: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    instrument_id: number;
    side: 'bid' | 'ask';
    direction: 'rise' | 'fall';
    price: bigint;
    key: string;
    created_at: Date;
    fired_at: Generated<Date | null>;
    quote_seq: Generated<bigint | null>;
    quote_time: Generated<bigint | null>;
    quote_bid: Generated<bigint | null>;
    quote_ask: Generated<bigint | null>;
  };
  margin_warnings: { user_id: bigint; warned_at: Date };
  /** See migrations/079-stop-out-mails.ts. */
  stop_out_mails: { user_id: bigint; seq: bigint; at: Generated<Date> };
  push_keys: { single: Generated<boolean>; public_key: string; private_key: string; created_at: Generated<Date> };
  push_subscriptions: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    session_id: bigint;
    endpoint: string;
    p256dh: string;
    auth: string;
    language: string;
    created_at: Date;
  };
}
