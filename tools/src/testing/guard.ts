import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Cleans up when this process dies before it releases what it added. */
export interface Guard {
  /** `pid`: a process to end. `folder`: a folder to remove, after any embedded PostgreSQL that runs in it has ended. */
  add(kind: 'pid' | 'folder', value: number | string): void;
  release(kind: 'pid' | 'folder', value: number | string): void;
}

let started: Guard | undefined;

/** The guard of this process. It works in a process of its own, so that it also cleans up after a kill -9. */
export function guard(): Guard {
  started ??= start();
  return started;
}

function start(): Guard {
  // Tests and tools run from the root of the repository.
  const reaper = spawn(process.execPath, [join(process.cwd(), 'tools/reaper.mjs')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C reaches the whole group of the terminal.
    detached: true,
  });
  const input = reaper.stdin;
  input.on('error', () => undefined);
  // A process that is done does not wait for its reaper.
  reaper.unref();
  (input as unknown as { unref(): void }).unref();
  return {
    add: (kind, value) => void input.write(`+\t${kind}\t${value}\n`),
    release: (kind, value) => void input.write(`-\t${kind}\t${value}\n`),
  };
}
