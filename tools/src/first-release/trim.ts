import { createHash } from 'node:crypto';
import { keyFingerprint } from '@fairlot/engine';
import { CopyBuffer } from '../../../apps/server/src/trading/journal/copy-buffer.ts';
import { NO_HASH } from '../../../apps/server/src/trading/journal/batch.ts';
import type { TextTable } from '../testing/packed-tables.ts';

/** Next to the tables in the fixture. */
export interface FirstReleaseHead {
  readonly commit?: string;
  /** Columns, indexes and constraints, one text each, as the first version made them. */
  readonly schema: readonly string[];
  /** Hash of the last row of the journal, as the first version wrote it. */
  readonly journalHead: string;
  readonly facts: FirstReleaseFacts;
}

/** A client as the first version showed it. */
export interface SeenClient {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly balance: { readonly balance: string; readonly lock_balance: string };
  readonly pending: readonly SeenOrder[];
  readonly open: readonly SeenOrder[];
  readonly ended: readonly SeenOrder[];
}

/** Fields of the wire's record of an order that do not follow the market. */
export interface SeenOrder {
  readonly Id: number;
  readonly OrderType: number;
  readonly Kind: string;
  readonly Quantity: string;
  readonly Multiple: number;
  readonly OriginPrice: string;
  readonly Price: string;
  readonly CautionMoney: string;
  readonly TradeFee: string;
  readonly TargetLossPrice: string;
  readonly TargetProfitPrice: string;
  readonly CreateTimeHandler: string;
  readonly EndReason: string | null;
}

/** Numbers, names and secrets of scenario.ts.txt. */
export interface FirstReleaseFacts {
  /** The market clock at the end. */
  readonly endedAt: number;
  readonly password: string;
  /** Numbers of real and of demo accounts. */
  readonly real: number;
  readonly demo: number;
  readonly instruments: readonly { readonly id: number; readonly code: string }[];
  /** A client with an authenticator; the secret in base32. */
  readonly guarded: { readonly email: string; readonly secret: string };
  readonly withdrawals: Readonly<Record<'review' | 'approved' | 'paid' | 'rejected', number>>;
  readonly waitingDeposit: number;
  /** Secrets of authenticators in hex. */
  readonly staff: readonly {
    readonly name: string;
    readonly id: number;
    readonly password: string;
    readonly secret: string;
  }[];
  readonly seen: readonly SeenClient[];
}

/** The idempotency key under which the n-th demo account was asked for. */
export const demoKey = (n: number): string => `first-release-demo-account-${String(1_000_000 + n)}`;

/** Rows that a server deletes or makes again: bars, codes, messages. */
const LEFT_OUT = new Set(['candles', 'sent_codes', 'outbox']);

/**
 * Takes out of the tables of the first version whatever follows from the rest: hashes of the journal and of keys, and the
 * secrets of demo accounts. Leaves out LEFT_OUT and the sessions of demo accounts; their invite codes are made by rule,
 * because random ones would be most of the file. `expected` is what `restored` must give.
 */
export function trimmed(tables: readonly TextTable[]): { readonly kept: TextTable[]; readonly expected: TextTable[] } {
  const users = tables.find(({ name }) => name === 'users');
  const demos = new Set(
    users?.rows.filter((row) => cell(users, row, 'kind') === 'demo').map((row) => cell(users, row, 'id')),
  );
  const expected = tables.map((table): TextTable => {
    if (LEFT_OUT.has(table.name)) return { ...table, rows: [] };
    if (table.name === 'sessions')
      return { ...table, rows: table.rows.filter((row) => !demos.has(cell(table, row, 'user_id'))) };
    if (table.name === 'users')
      return mapped(table, (row) => (row['kind'] === 'demo' ? { ...row, invite_code: inviteCodeOf(row['id']) } : row));
    return table;
  });
  const kept = expected.map((table): TextTable => {
    if (table.name === 'journal') return mapped(table, (row) => ({ ...row, hash: null, key_print: null }));
    if (table.name === 'users')
      return mapped(table, (row) => (row['kind'] === 'demo' ? { ...row, demo_hash: null, invite_code: null } : row));
    return table;
  });
  return { kept, expected };
}

/** Puts back what `trimmed` has taken out. Throws unless the journal ends with the hash that the first version wrote. */
export function restored(tables: readonly TextTable[], journalHead: string): TextTable[] {
  return tables.map((table) => {
    if (table.name === 'journal') return withHashes(table, journalHead);
    return table.name === 'users' ? withDemoSecrets(table) : table;
  });
}

type Row = Readonly<Record<string, string | null>>;

const cell = (table: TextTable, row: readonly (string | null)[], column: string): string | null =>
  row[table.columns.indexOf(column)] ?? null;

function mapped(table: TextTable, change: (row: Row) => Row): TextTable {
  const rows = table.rows.map((row) => {
    const changed = change(Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null])));
    return table.columns.map((column) => changed[column] ?? null);
  });
  return { ...table, rows };
}

const inviteCodeOf = (id: string | null | undefined): string => `DEMO${id ?? ''}`;

/** The first version makes the secret of a demo account from the key of the request alone. */
function withDemoSecrets(users: TextTable): TextTable {
  let n = 0;
  return mapped(users, (row) => {
    if (row['kind'] !== 'demo') return row;
    n += 1;
    const secret = createHash('sha256')
      .update(`fairlot demo ${demoKey(n)}`)
      .digest('base64url');
    const hash = createHash('sha256').update(secret).digest('hex');
    return { ...row, demo_hash: `\\x${hash}`, invite_code: inviteCodeOf(row['id']) };
  });
}

function withHashes(journal: TextTable, head: string): TextTable {
  const to = new CopyBuffer();
  let previous: Buffer = Buffer.from(NO_HASH, 'latin1');
  const whole = mapped(journal, (row) => {
    const { account, key } = row;
    const print =
      typeof account === 'string' && typeof key === 'string'
        ? BigInt.asIntN(64, keyFingerprint(Number(account), key))
        : undefined;
    previous = createHash('sha256')
      .update(previous)
      .update(bytesOf(to, row, print))
      .digest();
    return { ...row, key_print: print === undefined ? null : String(print), hash: `\\x${previous.toString('hex')}` };
  });
  if (`\\x${previous.toString('hex')}` !== head) throw new Error('the journal is not the one of the first version');
  return whole;
}

/** The bytes of a journal row that its hash covers. The first version has no column for the rules. */
function bytesOf(to: CopyBuffer, row: Row, print: bigint | undefined): Buffer {
  const number = (name: string): bigint | undefined => (typeof row[name] === 'string' ? BigInt(row[name]) : undefined);
  to.clear();
  const start = to.position;
  to.row(Object.keys(row).length);
  to.int2(Number(row['shard']));
  for (const name of ['seq', 'epoch', 'time', 'account']) to.int8(number(name));
  to.text(row['key'] ?? undefined);
  to.int8(print);
  for (const name of ['command', 'markets', 'outcome', 'events']) to.text(row[name] ?? '');
  return to.since(start);
}
