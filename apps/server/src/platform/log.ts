import { pino } from 'pino';
import type { Logger } from 'pino';

export type Log = Logger;

/**
 * The server's log, one JSON line an entry. Calls are not logged one by one (metrics count them), bodies and queries
 * never; should a header or a secret get into an entry all the same, it is masked here.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        'authorization',
        'token',
        'password',
        '*.authorization',
        '*.token',
        '*.password',
        'req.headers',
        'headers',
        '*.connectionString',
      ],
      censor: '[masked]',
    },
  });
}
