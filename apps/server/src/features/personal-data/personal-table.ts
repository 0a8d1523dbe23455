import { type RawBuilder, sql } from 'kysely';

/** A person by number, and the addresses under which messages are stored. */
export interface Person {
  readonly id: bigint;
  readonly email: string | null;
  readonly mobile: string | null;
}

/** A column of the export: its name, or its name and the SQL of its value. */
export type Column = string | readonly [name: string, value: RawBuilder<unknown>];

/**
 * A table with data of users: what an export has of it, and what becomes of it. A test compares this list with the
 * schema: each column is exported, withheld for a reason, or the one that names the person.
 */
export interface PersonalTable {
  readonly table: string;
  /** SQL that is true for the rows of a person. */
  readonly of: (person: Person) => RawBuilder<boolean>;
  /** The column of `of`, if it is the user's number. */
  readonly by?: string;
  /** Exported columns; the reason if the table is not exported. */
  readonly exported: readonly Column[] | string;
  /** Columns that are not exported, by reason. Those whose value an exported column shows have the reason SHOWN. */
  readonly withheld?: Readonly<Record<string, readonly string[]>>;
  /** The end of a row. `kept`: with the reason. Set values are SQL; `person` is the user. */
  readonly end: 'deleted' | { readonly set: Readonly<Record<string, RawBuilder<unknown>>> } | { readonly kept: string };
  /** True when the end comes as soon as closing can't be taken back; otherwise with the erasure. */
  readonly endsAtClosing?: true;
}

export const SECRET = 'a secret, or the hash of one';
export const REQUEST = 'identifies a request';
export const STAFF = 'decisions of staff; documents the house, not the user';
export const SHOWN = 'shown by another column';
export const NUMBERS = 'figures and account numbers that the law asks to keep; without the person they name nobody';

/** Columns by their names, which spaces separate. */
export const named = (columns: string): readonly string[] => columns.split(' ');

export const EMPTY = sql`''`;
export const NULL = sql`null`;
export const ofUser = (column: string) => (person: Person) => sql<boolean>`${sql.ref(column)} = ${person.id}`;
/** Rows by the address to which something was sent. */
export const toPerson =
  (column: string) =>
  ({ email, mobile }: Person) =>
    sql<boolean>`${sql.ref(column)} = any(${[email, mobile].filter((address) => address !== null)})`;
export const user = { of: ofUser('user_id'), by: 'user_id' } as const;
export const account = { of: ofUser('account'), by: 'account' } as const;
