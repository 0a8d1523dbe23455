import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planCluster } from './patroni-cluster.ts';
import { PatroniMissingError } from './programs.ts';

const EXIT_MISSING = 2;

/** A Patroni cluster on this machine until Ctrl-C, for trials. It prints the settings of a server that uses it. */
async function main(): Promise<void> {
  const asked = askedToStop();
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-patroni-'));
  chmodSync(folder, 0o755);
  try {
    const cluster = await planCluster(folder);
    try {
      await Promise.race([cluster.start().then(() => tell(cluster.environment)), asked]);
      await asked;
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tell(environment: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(environment)) process.stdout.write(`${name}=${value}\n`);
}

function askedToStop(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
  });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof PatroniMissingError ? EXIT_MISSING : 1;
}
