import { sql } from 'kysely';
import { COPYING_TABLES } from './copying-tables.ts';
import { MONEY_TABLES } from './money-tables.ts';
import { MARGIN_TABLES } from './margin-tables.ts';
import { PASSKEY_TABLES } from './passkey-tables.ts';
import { STAFF_RECORDS } from './staff-records.ts';
import { TRADE_NOTE_TABLES } from './trade-note-tables.ts';
import {
  EMPTY,
  NULL,
  type PersonalTable,
  REQUEST,
  SECRET,
  SHOWN,
  STAFF,
  named,
  ofUser,
  toPerson,
  user,
} from './personal-table.ts';

const IDENTITY: readonly PersonalTable[] = [
  {
    table: 'users',
    of: ofUser('id'),
    by: 'id',
    exported: [
      ['account', sql`id + 10000000`],
      ...named(
        'kind email mobile area language invite_code created_at risk_consent_at marketing_since marketing_ended_at totp_since',
      ),
      ...named(
        'password_changed_at factor_changed_at email_changed_at blocked_at unfrozen_at retired_at closing_at closing_reason',
      ),
      ...named('closed_at erased_at statement_mail statement_mail_at'),
    ],
    withheld: {
      [SECRET]: ['password_hash', 'totp_secret', 'totp_step', 'demo_hash'],
      [STAFF]: ['blocked_reason', 'blocked_by', 'unfrozen_by', 'closing_by'],
      'the number of another person': ['inviter_id'],
    },
    // The number and the kind stay, because money and orders refer to them.
    end: {
      set: {
        email: NULL,
        mobile: NULL,
        password_hash: NULL,
        area: NULL,
        language: sql`'en'`,
        totp_secret: NULL,
        totp_since: NULL,
        marketing_since: NULL,
        marketing_ended_at: NULL,
        totp_step: NULL,
        invite_code: sql`'erased-' || id`,
        demo_hash: sql`case when kind = 'demo' then sha256(gen_random_uuid()::text::bytea) end`,
        statement_mail: sql`'off'`,
        blocked_reason: EMPTY,
        closing_reason: EMPTY,
      },
    },
  },
  {
    table: 'identity_submissions',
    ...user,
    exported: [
      ...named('id name card_sealed front_image reverse_image status submitted_at decided_at'),
      ...named('country reason revoked_at'),
    ],
    withheld: {
      [SECRET]: ['card_key'],
      [SHOWN]: ['card_id', 'search_name'],
      [STAFF]: ['decided_by', 'revoked_by'],
      [REQUEST]: ['key'],
    },
    end: 'deleted',
  },
  {
    table: 'images',
    of: ofUser('owner_id'),
    by: 'owner_id',
    exported: ['id', 'bytes', 'width', 'height', 'used_for', 'created_at'],
    withheld: { 'a file of its own': ['content'], [REQUEST]: ['upload_key', 'upload_hash'] },
    end: 'deleted',
  },
];

const ACCESS: readonly PersonalTable[] = [
  {
    table: 'sessions',
    ...user,
    exported: ['id', 'created_at', 'last_seen_at', 'expires_at', 'ended_at', 'address', 'agent'],
    withheld: { [SECRET]: ['token_hash'] },
    end: 'deleted',
    endsAtClosing: true,
  },
  {
    table: 'freeze_links',
    ...user,
    exported: ['id', 'created_at', 'expires_at', 'used_at'],
    withheld: { [SECRET]: ['token_hash'] },
    end: 'deleted',
    endsAtClosing: true,
  },
  {
    table: 'totp_recovery_codes',
    ...user,
    exported: ['used_at'],
    withheld: { [SECRET]: ['code_hash', 'keyed'] },
    end: 'deleted',
    endsAtClosing: true,
  },
  ...PASSKEY_TABLES,
  {
    table: 'security_events',
    ...user,
    exported: ['id', 'kind', 'at', 'address', 'agent', 'count'],
    end: 'deleted',
  },
  {
    table: 'factor_resets',
    ...user,
    exported: named('id state asked_at address agent effective_at ended_at ended_words'),
    withheld: {
      [STAFF]: named('checked_by checked_at checked_words approved_by approved_at approved_words alone ended_by'),
      'bookkeeping of the sender': ['told_at'],
    },
    end: 'deleted',
  },
  {
    table: 'email_changes',
    ...user,
    exported: named('id new_email state asked_at address agent effective_at ended_at ended_words'),
    withheld: {
      [SECRET]: ['new_token_hash', 'old_token_hash'],
      [STAFF]: named(
        'asked_by reason needs_staff checked_by checked_at checked_words approved_by approved_at approved_words ended_by',
      ),
      'shown by the messages': ['new_confirmed_at', 'old_confirmed_at'],
      'bookkeeping of the sender': ['told_at'],
    },
    end: 'deleted',
  },
  {
    table: 'sent_codes',
    of: toPerson('target'),
    exported: ['id', 'purpose', 'target', 'sent_at', 'expires_at', 'used_at'],
    withheld: {
      [SECRET]: ['salt', 'code_hash', 'tries_left', 'strangers_tries_left'],
      [REQUEST]: ['asked_key', 'used_key', 'quota'],
      'may be the network of another person': ['asked_from'],
    },
    end: 'deleted',
  },
  {
    table: 'outbox',
    of: toPerson('recipient'),
    exported: [
      ...named('id channel recipient template language subject state created_at ended_at'),
      ['body', sql`case when secret then null else body end`],
    ],
    withheld: {
      'bookkeeping of the sender': ['secret', 'tries', 'next_try_at', 'expires_at', 'last_error'],
      [SECRET]: ['stop_url'],
    },
    end: 'deleted',
  },
  {
    table: 'kept_answers',
    of: (person) => sql`caller = ${`user ${person.id}`}`,
    exported: 'sealed copies of answers, kept for a day',
    end: 'deleted',
    endsAtClosing: true,
  },
  {
    table: 'push_subscriptions',
    ...user,
    exported: ['id', 'endpoint', 'language', 'created_at'],
    withheld: { [SECRET]: ['p256dh', 'auth'], 'bookkeeping of the server': ['session_id'] },
    end: 'deleted',
    endsAtClosing: true,
  },
];

const OWN: readonly PersonalTable[] = [
  {
    table: 'support_messages',
    ...user,
    exported: [
      'id',
      'created_at',
      ['written_by', sql`case when staff_name is null then 'you' else 'staff' end`],
      'text',
    ],
    withheld: { [STAFF]: ['staff_id', 'staff_name'], [REQUEST]: ['key'] },
    end: 'deleted',
  },
  { table: 'support_conversations', ...user, exported: 'marks of what was read', end: 'deleted' },
  {
    table: 'feedback',
    ...user,
    exported: ['id', 'kind', 'text', 'created_at', 'answer', 'decided_at'],
    withheld: { [STAFF]: ['decided_by'], [REQUEST]: ['key'] },
    end: 'deleted',
  },
  {
    table: 'price_alerts',
    ...user,
    exported: [
      ...named('id side direction created_at fired_at'),
      ['instrument', sql`(select code from instruments i where i.id = instrument_id)`],
      ['price', sql`trim_scale(price / 100000000.0)`],
    ],
    withheld: {
      [SHOWN]: ['instrument_id', 'quote_seq', 'quote_time', 'quote_bid', 'quote_ask'],
      [REQUEST]: ['key'],
    },
    end: 'deleted',
    endsAtClosing: true,
  },
  ...TRADE_NOTE_TABLES,
  ...MARGIN_TABLES,
  {
    table: 'workspace_sections',
    ...user,
    exported: ['section', 'value', ['changed_at', sql`to_timestamp(changed_at / 1000.0)`]],
    end: 'deleted',
    endsAtClosing: true,
  },
  {
    table: 'ranking_listings',
    ...user,
    exported: ['number', 'name', 'state', 'hidden_because', 'listed_at', 'changed_at'],
    withheld: { [SHOWN]: ['name_key'] },
    end: 'deleted',
    endsAtClosing: true,
  },
  { table: 'data_exports', ...user, exported: ['id', 'at'], end: 'deleted' },
];

/** All tables with data of users, in the order in which rows may be deleted. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  ...IDENTITY,
  ...ACCESS,
  ...OWN,
  ...COPYING_TABLES,
  ...MONEY_TABLES,
  ...STAFF_RECORDS,
];
