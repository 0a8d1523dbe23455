import { withClient } from '../../src/db/client.ts';

/**
 * Lets the leases of roles outlast a stall, so that they pass on only when they are given up: a process that finds its
 * role taken ends, and in a test of several in one process it is that of the test.
 */
export function prolongRoleLeases(databaseUrl: string): Promise<unknown> {
  return withClient({ connectionString: databaseUrl }, (database) =>
    database.query(
      `create function prolong() returns trigger language plpgsql as $$
         begin
           if new.expires_at > clock_timestamp() then new.expires_at := new.expires_at + interval '1 hour'; end if;
           return new;
         end $$;
       create trigger prolong before insert or update on role_leases for each row execute function prolong()`,
    ),
  );
}
