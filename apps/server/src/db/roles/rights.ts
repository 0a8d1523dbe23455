import type { ClientBase } from 'pg';

/**
 * Rows of these tables are added and read by the working role, and never changed: the ledger, what staff decided, proofs.
 * Tables whose trigger calls `refuse_change` are append-only too, without being named here.
 */
export const APPEND_ONLY: ReadonlySet<string> = new Set([
  'archived_keys',
  'archived_segments',
  'archived_stop_outs',
  'audit_log',
  'checkpoints',
  'fill_corrections',
  'instrument_changes',
  'journal',
  'push_keys',
  'site_setting_changes',
  'terms_versions',
  'transfers',
  'withdrawal_approvals',
]);

/** Rows of these tables change with what happens to them, but the working role deletes none: money, people, decisions. */
export const NEVER_DELETED: ReadonlySet<string> = new Set([
  'accounts',
  'adjustments',
  'copies',
  'copy_events',
  'copy_fees',
  'copy_results',
  'deposits',
  'desk_deeds',
  'lease',
  'orders',
  'rewards',
  'shards',
  'staff',
  'staff_proposals',
  'users',
  'withdrawals',
]);

/** Notes about users are never changed, and a trigger lets them be deleted with the erasure of their user only. */
const NEVER_UPDATED: ReadonlySet<string> = new Set(['user_notes']);

/** Tables of the migrations, which are the owner's. */
const READ_ONLY: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock']);

/** Columns of append-only tables that are no part of the record: images of checkpoints are dropped when newer ones exist. */
const MUTABLE_COLUMNS: Readonly<Record<string, readonly string[]>> = { checkpoints: ['image'] };

/** SQL: true for a table (`c` of pg_class) whose rows a trigger keeps from changing. */
export const GUARDED = `exists(select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = to_regproc('refuse_change')::oid)`;

interface TableRights {
  /** The table's name. */
  readonly name: string;
  /** The same, quoted for SQL. */
  readonly quoted: string;
  /** True when a trigger keeps its rows from changing. */
  readonly guarded: boolean;
  /** True for a partition: PostgreSQL asks for the rights on the table above it. */
  readonly partition: boolean;
  readonly rights: readonly string[];
  /** Columns that may be updated although the table may not. */
  readonly columns: readonly string[];
}

const HELD = `select c.relname::text as name, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as quoted, ${GUARDED} as guarded, c.relispartition as partition,
    array(select distinct lower(a.privilege_type) from aclexplode(c.relacl) a where a.grantee = r.oid) as rights,
    array(select p.attname::text from pg_attribute p, aclexplode(p.attacl) a
      where p.attrelid = c.oid and a.grantee = r.oid and a.privilege_type = 'UPDATE') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.rolname = $1
  where n.nspname = current_schema() and c.relkind in ('r', 'p') order by c.relname`;

/** Sequences that `serial` columns use; those of identity columns need no right. */
const SEQUENCES = `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as quoted
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and case c.relkind when 'S' then not has_sequence_privilege($1::name, c.oid, 'usage') end
    and not exists(select from pg_depend d where d.objid = c.oid and d.deptype = 'i')`;

/**
 * Gives a role the rights of the working role on every table, and takes back what is more. Run it as the owner of the
 * tables after each migration, so that a new table needs no grant of its own. Tables that are right already stay
 * untouched.
 */
export async function grantWorkingRights(owner: ClientBase, role: string): Promise<void> {
  const { rows } = await owner.query<TableRights>(HELD, [role]);
  const grantee = owner.escapeIdentifier(role);
  const statements = rows.flatMap((held) => {
    const rights = rightsOn(held);
    const columns = MUTABLE_COLUMNS[held.name] ?? [];
    if (isSame(held.rights, rights) && isSame(held.columns, columns)) return [];
    return [
      `revoke all on ${held.quoted} from ${grantee}`,
      ...(rights.length === 0 ? [] : [`grant ${rights.join(', ')} on ${held.quoted} to ${grantee}`]),
      ...(columns.length === 0 ? [] : [`grant update (${columns.join(', ')}) on ${held.quoted} to ${grantee}`]),
    ];
  });
  const sequences = await owner.query<{ quoted: string }>(SEQUENCES, [role]);
  for (const { quoted } of sequences.rows) statements.push(`grant usage on ${quoted} to ${grantee}`);
  if (statements.length > 0) await owner.query(`begin; ${statements.join('; ')}; commit`);
}

function rightsOn({ name, guarded, partition }: TableRights): readonly string[] {
  if (partition) return [];
  if (READ_ONLY.has(name)) return ['select'];
  if (guarded || APPEND_ONLY.has(name)) return ['insert', 'select'];
  if (NEVER_DELETED.has(name)) return ['insert', 'select', 'update'];
  if (NEVER_UPDATED.has(name)) return ['delete', 'insert', 'select'];
  return ['delete', 'insert', 'select', 'update'];
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
