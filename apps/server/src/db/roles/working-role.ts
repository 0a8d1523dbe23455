import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';

/** PostgreSQL's default. */
const ITERATIONS = 4096;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** SQLSTATEs of a role that another start made at the same time: duplicate_object, or its unique index. */
const MADE_MEANWHILE: ReadonlySet<string> = new Set(['42710', '23505']);

/** Makes the role that the server works with, unless it exists: it may sign in, and has no rights yet. */
export async function ensureWorkingRole(owner: ClientBase, name: string, password: string): Promise<void> {
  const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [name]);
  if (rowCount !== 0) return;
  try {
    await owner.query(
      `create role ${owner.escapeIdentifier(name)} login nosuperuser nocreatedb nocreaterole noreplication password ${owner.escapeLiteral(scramVerifier(password))}`,
    );
  } catch (error) {
    if (!MADE_MEANWHILE.has((error as { code?: string }).code ?? '')) throw error;
  }
}

/** The form in which PostgreSQL stores a password (SCRAM-SHA-256), so that no log of statements has the password itself. */
function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}
