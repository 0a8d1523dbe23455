import { createInterface } from 'node:readline';
import { errorText } from '../platform/error-text.ts';
import { DatabaseInUseError } from './lock.ts';

/** Writes a line to standard error. Returns the exit code. */
export function complain(line: string, code: number): number {
  process.stderr.write(`${line}\n`);
  return code;
}

/** The first line of the standard input; empty at its end. */
export async function typedLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line.trim();
  }
  return '';
}

/**
 * Runs a command that needs the database for itself. Its exit code is that of `main`, 3 while a server uses the database,
 * or 1 after another error.
 */
export async function runOffline(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.exitCode =
      error instanceof DatabaseInUseError
        ? complain('Stop the server first. It uses this database.', 3)
        : complain(errorText(error), 1);
  }
}
