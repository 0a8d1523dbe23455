import { pino } from 'pino';

const MASK = '[masked]';
/** Names of fields with secrets, in lower case without separators. */
const SECRETS: ReadonlySet<string> = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'headers',
  'token',
  'password',
  'newpassword',
  'oldpassword',
  'secondarypassword',
  'repassword',
  'passwordhash',
  'secret',
  'totp',
  'totpsecret',
  'authcode',
  'smscode',
  'recoverycodes',
  'connectionstring',
  'databaseurl',
  'privatekey',
]);
/** Parts of errors of PostgreSQL that quote values of rows or of parameters, and the arguments of failed commands. */
const QUOTES: ReadonlySet<string> = new Set([
  'detail',
  'where',
  'parameters',
  'internalquery',
  'query',
  'sql',
  'spawnargs',
  'cmd',
]);
const MOST_DEPTH = 8;
const MOST_ITEMS = 100;

/** Masks secrets in the fields of a log entry, at any depth. */
export function maskedFields(fields: Record<string, unknown>): Record<string, unknown> {
  // `err` has its own serializer.
  const { err, ...rest } = fields;
  const masked = mask(rest, 0, false) as Record<string, unknown>;
  return err === undefined ? masked : { ...masked, err };
}

/** An error as it is logged: type, message, stack and codes, without the values that the database quotes. */
export function maskedError(error: unknown): unknown {
  return error instanceof Error ? mask(pino.stdSerializers.err(error), 0, true) : mask(error, 0, false);
}

function mask(value: unknown, depth: number, isError: boolean): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= MOST_DEPTH) return '[deep]';
  if (value instanceof Error) return mask(pino.stdSerializers.err(value), depth + 1, true);
  if (Buffer.isBuffer(value)) return MASK;
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((each) => mask(each, depth + 1, isError));
  const masked: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value).slice(0, MOST_ITEMS)) {
    const name = key.replaceAll(/[-_]/g, '').toLowerCase();
    if (isError && QUOTES.has(name)) continue;
    masked[key] = SECRETS.has(name) ? MASK : mask(each, depth + 1, isError);
  }
  return masked;
}
