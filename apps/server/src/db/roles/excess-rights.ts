import type { ClientBase } from 'pg';
import { APPEND_ONLY, GUARDED } from './rights.ts';

interface Found {
  readonly role: string;
  readonly superuser: boolean;
  readonly makes_roles: boolean;
  readonly machine: boolean;
  readonly schema: boolean;
  readonly owned: readonly string[];
  readonly open: readonly string[];
}

// Rights on a partition change its rows without any right on the table above it.
const PART_OF_ONE = `exists(select from pg_inherits i join pg_class p on p.oid = i.inhparent
        where i.inhrelid = c.oid and p.relname::text = any($1::text[]))`;
// Rights that a role has through its groups count too: these functions look at all of them.
const FIND = `select r.rolname::text as role, r.rolsuper as superuser, r.rolcreaterole as makes_roles,
    pg_has_role('pg_execute_server_program', 'member') or pg_has_role('pg_write_server_files', 'member') as machine,
    pg_has_role(n.nspowner, 'member') as schema,
    array(select c.relname::text from pg_class c
      where c.relnamespace = n.oid and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'member') order by 1) as owned,
    array(select c.relname::text from pg_class c where c.relnamespace = n.oid and (c.relname::text = any($1::text[]) or ${GUARDED} or ${PART_OF_ONE})
      and has_table_privilege(c.oid, 'update, delete, truncate, trigger') order by 1) as open
  from pg_roles r, pg_namespace n where r.rolname = current_user and n.nspname = current_schema()`;

/** The role of a session, and the rights with which it could change the append-only tables; none of them is needed. */
export interface ExcessRights {
  readonly role: string;
  readonly rights: readonly string[];
}

/** Finds by which rights the session's role could rewrite the journal or the audit log. */
export async function excessRights(session: ClientBase): Promise<ExcessRights> {
  const { rows } = await session.query<Found>(FIND, [[...APPEND_ONLY]]);
  const found = rows[0];
  if (found === undefined) throw new Error('the database has no schema that this role may use');
  const rights = [
    ...(found.superuser ? ['is a superuser'] : []),
    ...(found.makes_roles ? ['may change roles'] : []),
    ...(found.machine ? ['may write files or run programs on the machine of the database'] : []),
    ...(found.schema ? ['owns the schema'] : []),
    ...(found.owned.length > 0 ? [`owns ${found.owned.length} tables, such as ${String(found.owned[0])}`] : []),
    ...(found.open.length > 0 ? [`may change ${found.open.join(', ')}`] : []),
  ];
  return { role: found.role, rights };
}
