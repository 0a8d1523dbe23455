import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * The server's log, one JSON object per line. Calls are counted by metrics, not logged; bodies and queries are never
 * logged. Headers and secrets that get into an entry by mistake are masked.
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
