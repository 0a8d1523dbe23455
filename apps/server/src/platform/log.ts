import { type DestinationStream, type Logger, pino } from 'pino';
import { maskedError, maskedFields } from './masked-fields.ts';

export type Log = Logger;

/**
 * The server's log, one JSON object per line. Calls are counted by metrics, not logged; bodies and queries are never
 * logged. Headers and secrets that get into an entry by mistake are masked at any depth, and errors lose the parts in
 * which PostgreSQL quotes values of rows. Writes to standard output unless `to` is given.
 */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: maskedFields },
    serializers: { err: maskedError },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

/**
 * The same log for records that must not depend on its level: the security log, heads of the audit log, checkpoints.
 * Their lines are at info and are written at every level, except for `silent`, which only tests and commands use.
 */
export function recordsOf(log: Log): Log {
  return log.level === 'silent' ? log : log.child({}, { level: 'info' });
}
