import type { ClientCommand } from '@fairlot/engine';

const MAX_KEY_LENGTH = 128;

/**
 * Throws for values that the journal can't store: PostgreSQL's text has no NUL, and a key must fit an index entry.
 * Features check both earlier.
 */
export function requireStorable(command: ClientCommand): void {
  if (command.key === '' || command.key.length > MAX_KEY_LENGTH || command.key.includes('\0'))
    throw new RangeError(`an idempotency key has 1 to ${MAX_KEY_LENGTH} characters`);
  if ('memo' in command && command.memo?.includes('\0') === true)
    throw new RangeError('a memo must not contain a NUL character');
}
