import { isIP } from 'node:net';
import { type FOUND_BY, MOST_FOUND, type StaffRole, fundingStaffCalls, identityStaffCalls } from '@fairlot/contract';
import { readCreditorReference } from '@fairlot/domain';
import { type RawBuilder, sql } from 'kysely';
import { plainWords } from '../../../platform/plain-name.ts';
import { userOfUid } from '../../../platform/uid.ts';
import { cardKey } from '../../../security/secrets/card-key.ts';

export type FoundBy = (typeof FOUND_BY)[number];

/** The index finds parts of at least this many characters; shorter texts are searched at the beginning. */
const SHORTEST_PART = 3;
/** Characters of an account or wallet from which on its beginning is searched. */
const SHORTEST_PAYOUT = 6;
/** Characters of a transaction ID or a document's number. */
const SHORTEST_ID = 4;
/** Maximum number of words of a name that are searched. */
const MOST_WORDS = 6;
/** Digits of a phone number, written with or without country code. */
const PHONE = /^\+?[\d\s()./-]{3,30}$/;
const NUMBER = /^\d{1,15}$/;
const INVITE_CODE = /^[A-Z0-9]{4,20}$/;

/** The kinds of facts by which a member of staff may find users. */
export interface SearchRights {
  /** Payout accounts, wallets and transaction IDs. */
  readonly money: boolean;
  /** Document numbers, and names that are not verified. */
  readonly documents: boolean;
}

/** The rights of a search: nobody finds by what the roles may not read. */
export function searchRightsOf(roles: readonly StaffRole[]): SearchRights {
  const mayCall = (allowed: unknown) => Array.isArray(allowed) && roles.some((role) => allowed.includes(role));
  return {
    money: mayCall(fundingStaffCalls.staffWithdrawals.roles) && mayCall(fundingStaffCalls.staffDeposits.roles),
    documents: mayCall(identityStaffCalls.identityDetail.roles),
  };
}

/** A part of a search: SQL that selects the numbers of users. */
export interface Source {
  readonly by: FoundBy;
  readonly users: RawBuilder<unknown>;
}

/** The newest users of a query of their numbers, as many as a search lists. */
function newest(table: string, column: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${sql.ref(column)} as user_id from ${sql.table(table)} where ${condition} order by ${sql.ref(column)} desc limit ${MOST_FOUND + 1}`;
}

/** The newest users of a query of other tables, in which one user may have many rows. */
function distinct(table: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select distinct user_id from ${sql.table(table)} where ${condition} order by user_id desc limit ${MOST_FOUND + 1}`;
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** The pattern of a text anywhere, or of a short one at the beginning. */
function partOf(text: string): string {
  return Array.from(text).length < SHORTEST_PART ? `${escaped(text)}%` : `%${escaped(text)}%`;
}

/**
 * The parts of a search for a text of at most 100 characters. `kept`: a condition on users, applied where many can
 * match; `fingerprints`: those of a document's number. Each part reads an index, so its cost depends on what it finds.
 */
export function sourcesOf(
  text: string,
  rights: SearchRights,
  kept: RawBuilder<unknown>,
  fingerprints: (text: string) => readonly string[],
): readonly Source[] {
  const wanted = text.trim().toLowerCase();
  const compact = wanted.replaceAll(/[\s-]/g, '');
  if (compact === '') return [];
  return [
    ...numbers(wanted),
    ...addresses(wanted, kept),
    ...names(wanted, rights),
    ...(rights.documents ? documents(wanted, fingerprints) : []),
    ...(rights.money ? [...payouts(compact), ...transactions(text.replaceAll(/\s/g, ''))] : []),
    ...(isIP(wanted) === 0 ? [] : [{ by: 'address' as const, users: distinct('sessions', sql`address = ${wanted}`) }]),
  ];
}

function numbers(wanted: string): readonly Source[] {
  const byId = (by: FoundBy, id: number | undefined): readonly Source[] =>
    id === undefined ? [] : [{ by, users: newest('users', 'id', sql`id = ${BigInt(id)}`) }];
  const reference = readCreditorReference(wanted);
  const code = wanted.toUpperCase();
  return [
    ...byId('number', NUMBER.test(wanted) ? Number(wanted) : undefined),
    ...byId('uid', userOfUid(wanted)),
    ...byId('reference', typeof reference === 'number' ? userOfUid(String(reference)) : undefined),
    ...(INVITE_CODE.test(code)
      ? [{ by: 'invite_code' as const, users: newest('users', 'id', sql`invite_code = ${code}`) }]
      : []),
  ];
}

function addresses(wanted: string, kept: RawBuilder<unknown>): readonly Source[] {
  // A whole address has so many trigrams that its part is expensive to find, and belongs to one user anyway.
  const like = (by: 'email' | 'mobile', text: string, parts: readonly RawBuilder<unknown>[]): readonly Source[] => {
    const isPart = sql`not exists (select from users whole where whole.${sql.ref(by)} = ${text})`;
    return [
      { by, users: newest('users', 'id', sql`${sql.ref(by)} = ${text} and ${kept}`) },
      ...parts.map((part) => ({ by, users: newest('users', 'id', sql`${part} and ${isPart} and ${kept}`) })),
    ];
  };
  // People write their numbers with a leading zero instead of the country code.
  const digits = PHONE.test(wanted) ? wanted.replaceAll(/[^\d+]/g, '').replace(/^0+/, '') : '';
  return [
    ...(/\s/.test(wanted) ? [] : like('email', wanted, partsOfEmail(wanted))),
    ...(digits === '' ? [] : like('mobile', digits, [sql`mobile like ${partOf(digits)}`])),
  ];
}

/**
 * A part with an @ begins the host. Trigrams that most addresses share (`mail`, `.com`) make the other index read a
 * large part of itself; the index of hosts reads only what it finds.
 */
function partsOfEmail(text: string): readonly RawBuilder<unknown>[] {
  const at = text.indexOf('@');
  if (at === -1) return partsWithoutAt(text);
  const host = beginsHost('users', text.slice(at));
  return [at === 0 ? host : sql`${host} and email like ${partOf(text)}`];
}

/**
 * A text that begins a host, such as `mail.example`, is found by its trigrams before the last dot: most addresses share
 * those of the ending, so that reading them costs more than it excludes. Other texts need all their trigrams, because
 * `anna.` alone is part of many addresses that `anna.muster` is not. Only one of the two conditions reads anything.
 */
function partsWithoutAt(text: string): readonly RawBuilder<unknown>[] {
  const part = sql`email like ${partOf(text)}`;
  const beforeEnding = text.slice(0, text.lastIndexOf('.') + 1);
  if (Array.from(beforeEnding).length <= SHORTEST_PART) return [part];
  const isHost = sql`exists (select from users host where ${beginsHost('host', `@${text}`)})`;
  return [
    sql`${part} and not ${isHost}`,
    sql`email like ${partOf(beforeEnding)} and strpos(email, ${text}) > 0 and ${isHost}`,
  ];
}

/** True for users whose host, with its @, begins with the text. */
function beginsHost(users: string, text: string): RawBuilder<unknown> {
  const email = sql.ref(`${users}.email`);
  return sql`substr(${email}, strpos(${email}, '@')) like ${`${escaped(text)}%`}`;
}

/** All words must be part of the name, in any order; short ones begin a word of it. */
function names(wanted: string, { documents: all }: SearchRights): readonly Source[] {
  const words = plainWords(wanted).slice(0, MOST_WORDS);
  if (!words.some((word) => Array.from(word).length > 1 && /\p{L}/u.test(word))) return [];
  const conditions = words.map((word) =>
    Array.from(word).length < SHORTEST_PART
      ? sql`search_name like ${`% ${word}%`}`
      : sql`search_name like ${`%${word}%`}`,
  );
  const visible = all ? sql`true` : sql`status = 'finished'`;
  return [
    { by: 'name', users: distinct('identity_submissions', sql`${sql.join(conditions, sql` and `)} and ${visible}`) },
  ];
}

function documents(wanted: string, fingerprints: (text: string) => readonly string[]): readonly Source[] {
  const key = cardKey(wanted);
  if (key.length < SHORTEST_ID) return [];
  return [{ by: 'document', users: distinct('identity_submissions', sql`card_key = any(${fingerprints(key)})`) }];
}

/** Accounts and wallets by their beginning, however they are grouped. */
function payouts(compact: string): readonly Source[] {
  if (compact.length < SHORTEST_PAYOUT) return [];
  const start = `${escaped(compact)}%`;
  const bound = (column: 'dc_address' | 'payee_account'): Source => ({
    by: 'payout',
    users: distinct('draw_methods', sql`${sql.ref(column)} <> '' and lower(${sql.ref(column)}) like ${start}`),
  });
  return [bound('dc_address'), bound('payee_account')];
}

/** Whole IDs: of deposits in the forms in which coins and banks store them, without the number of an output. */
function transactions(id: string): readonly Source[] {
  if (id.length < SHORTEST_ID) return [];
  const bare = id.replace(/:\d+$/, '').replace(/^0x(?=[0-9a-f]+$)/i, '');
  const lower = bare.toLowerCase();
  const deposits = [...new Set([bare, lower, id.toUpperCase()])];
  const withdrawals = [...new Set([id.toLowerCase(), lower, `0x${lower}`])];
  return [
    { by: 'transaction', users: distinct('deposits', sql`transfer <> '' and transfer = any(${deposits})`) },
    {
      by: 'transaction',
      users: distinct('withdrawals', sql`reference <> '' and lower(replace(reference, ' ', '')) = any(${withdrawals})`),
    },
  ];
}
