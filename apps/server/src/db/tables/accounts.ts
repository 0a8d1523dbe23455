import type { StatementMailMode } from '@fairlot/contract';
import type { Generated, GeneratedAlways } from 'kysely';

export interface UsersTable {
  readonly id: GeneratedAlways<bigint>;
  readonly kind: 'demo' | 'real';
  /** Lower case. */
  readonly email: string | null;
  /** International format: +, calling code, number. */
  readonly mobile: Generated<string | null>;
  readonly password_hash: Generated<string | null>;
  /** ISO 3166 code of the country given at registration. */
  readonly area: Generated<string | null>;
  readonly inviter_id: Generated<bigint | null>;
  readonly risk_consent_at: Generated<Date | null>;
  /** When the user agreed to news by mail; null without an agreement. */
  readonly marketing_since: Generated<Date | null>;
  readonly marketing_ended_at: Generated<Date | null>;
  readonly language: Generated<string>;
  readonly totp_secret: Generated<Buffer | null>;
  readonly totp_since: Generated<Date | null>;
  readonly totp_step: Generated<bigint | null>;
  readonly password_changed_at: Generated<Date | null>;
  /** The last time that the authenticator was turned on or off, or got new recovery codes. */
  readonly factor_changed_at: Generated<Date | null>;
  /** The last time that the email address changed. */
  readonly email_changed_at: Generated<Date | null>;
  /** Set while the user is frozen: no sign-in, no payment. */
  readonly blocked_at: Generated<Date | null>;
  readonly blocked_reason: Generated<string>;
  /** Member of staff; null when the owner froze the account with a link. */
  readonly blocked_by: Generated<bigint | null>;
  /** The last time that a member of staff lifted a freeze, and who. */
  readonly unfrozen_at: Generated<Date | null>;
  readonly unfrozen_by: Generated<bigint | null>;
  /** Set when a demo account was retired because it was not used. */
  readonly retired_at: Generated<Date | null>;
  /** Set when the account was closed; null again when that was taken back. */
  readonly closing_at: Generated<Date | null>;
  /** Member of staff; null when the owner closed the account. */
  readonly closing_by: Generated<bigint | null>;
  readonly closing_reason: Generated<string>;
  /** Set when closing can't be taken back any more. */
  readonly closed_at: Generated<Date | null>;
  readonly erased_at: Generated<Date | null>;
  /** Mails about the daily statement, and the last choice. */
  readonly statement_mail: Generated<StatementMailMode>;
  readonly statement_mail_at: Generated<Date | null>;
  readonly invite_code: string;
  readonly demo_hash: Buffer | null;
  readonly created_at: Generated<Date>;
}

export interface SessionsTable {
  readonly id: GeneratedAlways<bigint>;
  readonly user_id: bigint;
  readonly token_hash: Buffer;
  readonly created_at: Generated<Date>;
  readonly last_seen_at: Generated<Date>;
  readonly address: Generated<string>;
  readonly agent: Generated<string>;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
}

/** A link with which the owner freezes the account. The token itself is only in the message. */
export interface FreezeLinksTable {
  readonly id: GeneratedAlways<bigint>;
  readonly user_id: bigint;
  readonly token_hash: Buffer;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

export interface SentCodesTable {
  readonly id: GeneratedAlways<bigint>;
  readonly purpose: 'register' | 'reset' | 'factor';
  readonly target: string;
  readonly asked_from: string;
  readonly asked_key: Buffer;
  /** The quota that the code is counted in; empty for strangers. */
  readonly quota: string;
  readonly salt: Buffer;
  readonly code_hash: Buffer;
  readonly sent_at: Date;
  readonly expires_at: Date;
  readonly tries_left: number;
  readonly strangers_tries_left: number;
  readonly used_at: Date | null;
  readonly used_key: Buffer | null;
}

export interface OutboxTable {
  readonly id: GeneratedAlways<bigint>;
  readonly channel: 'mail' | 'sms';
  readonly recipient: string;
  readonly template: string;
  readonly language: string;
  readonly subject: string;
  readonly body: string | null;
  readonly secret: boolean;
  readonly state: 'waiting' | 'held' | 'sent' | 'failed' | 'expired' | 'blank';
  readonly tries: Generated<number>;
  readonly next_try_at: Generated<Date>;
  readonly expires_at: Date | null;
  /** Address that ends mails of this kind with one click. */
  readonly stop_url: string | null;
  readonly last_error: Generated<string | null>;
  readonly created_at: Generated<Date>;
  readonly ended_at: Date | null;
}

/** A request to remove the authenticator of a user who lost it and all recovery codes. */
export interface FactorResetsTable {
  readonly id: GeneratedAlways<bigint>;
  readonly user_id: bigint;
  /** Open: waiting, checked by one member of staff, approved by a second one. */
  readonly state: Generated<'waiting' | 'checked' | 'approved' | 'done' | 'refused' | 'cancelled' | 'expired'>;
  readonly asked_at: Date;
  readonly address: string;
  readonly agent: string;
  readonly checked_by: Generated<bigint | null>;
  readonly checked_at: Generated<Date | null>;
  readonly checked_words: Generated<string>;
  readonly approved_by: Generated<bigint | null>;
  readonly approved_at: Generated<Date | null>;
  readonly approved_words: Generated<string>;
  /** No second person had the right to approve. */
  readonly alone: Generated<boolean>;
  readonly effective_at: Generated<Date | null>;
  /** The last notice to the user. */
  readonly told_at: Date;
  readonly ended_at: Generated<Date | null>;
  readonly ended_by: Generated<bigint | null>;
  readonly ended_words: Generated<string>;
}

/** A change of an email address, see migrations/050-client-records.ts. */
export interface EmailChangesTable {
  readonly id: GeneratedAlways<bigint>;
  readonly user_id: bigint;
  readonly new_email: string;
  readonly state: Generated<'open' | 'done' | 'refused' | 'cancelled' | 'expired'>;
  readonly asked_at: Date;
  /** Member of staff; null for the owner. */
  readonly asked_by: bigint | null;
  readonly reason: string;
  /** The old mailbox is lost, so two members of staff agree. */
  readonly needs_staff: boolean;
  readonly address: string;
  readonly agent: string;
  readonly new_token_hash: Buffer;
  readonly old_token_hash: Buffer;
  readonly new_confirmed_at: Generated<Date | null>;
  readonly old_confirmed_at: Generated<Date | null>;
  readonly checked_by: Generated<bigint | null>;
  readonly checked_at: Generated<Date | null>;
  readonly checked_words: Generated<string>;
  readonly approved_by: Generated<bigint | null>;
  readonly approved_at: Generated<Date | null>;
  readonly approved_words: Generated<string>;
  readonly effective_at: Generated<Date | null>;
  readonly told_at: Date;
  readonly ended_at: Generated<Date | null>;
  readonly ended_by: Generated<bigint | null>;
  readonly ended_words: Generated<string>;
}

/** Events that users see in their security screen. */
export interface SecurityEventsTable {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly kind: string;
  readonly at: Date;
  /** Empty for deeds of staff. */
  readonly address: string;
  readonly agent: string;
  /** Number of equal failures that the row stands for. */
  readonly count: Generated<number>;
}

/** A public key with which its owner signs in. */
export interface PasskeysTable {
  readonly id: GeneratedAlways<bigint>;
  readonly user_id: bigint;
  readonly name: string;
  readonly credential_id: Buffer;
  /** COSE. */
  readonly public_key: Buffer;
  readonly user_handle: Buffer;
  readonly transports: string[];
  readonly sign_count: bigint;
  readonly synced: boolean;
  readonly created_at: Date;
  readonly last_used_at: Generated<Date | null>;
  readonly suspended_at: Generated<Date | null>;
}

/** A challenge for a passkey, or a code that one was exchanged for. Its row is deleted when it is used. */
export interface PasskeyTokensTable {
  readonly token_hash: Buffer;
  readonly purpose: 'add' | 'assert' | 'code';
  readonly user_id: bigint | null;
  readonly user_handle: Buffer | null;
  readonly expires_at: Date;
}

/** Tables of accounts, sessions, codes and outgoing messages. */
export interface AccountsTables {
  users: UsersTable;
  sessions: SessionsTable;
  freeze_links: FreezeLinksTable;
  factor_resets: FactorResetsTable;
  email_changes: EmailChangesTable;
  security_events: SecurityEventsTable;
  totp_recovery_codes: { user_id: bigint; code_hash: Buffer; used_at: Date | null };
  passkeys: PasskeysTable;
  passkey_tokens: PasskeyTokensTable;
  sent_codes: SentCodesTable;
  outbox: OutboxTable;
}
