import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as bundler from '../../bundle.mjs';
import { type Cluster, openCluster } from './cluster.ts';
import { NatsMissingError } from './nats-process.ts';

const { values } = parseArgs({
  options: {
    /** The first port to try. */
    port: { type: 'string', default: '3000' },
    /** Folder of the database, the keys and the logs. */
    data: { type: 'string', default: 'data/cluster' },
    /** Leaves processes that die as they are. */
    'no-restart': { type: 'boolean', default: false },
  },
});

const EXIT_MISSING = 2;

/** `npm run cluster`: an installation of several processes on this machine, for trials and drills. */
async function main(): Promise<number> {
  const asked = askedToStop();
  // Loaded at run time, not bundled: bundle.mjs derives the repository's path from its own location.
  const { bundle } = (await import(pathToFileURL(join(process.cwd(), 'tools', 'bundle.mjs')).href)) as typeof bundler;
  const cluster = await openCluster({
    folder: resolve(values.data),
    program: await bundle('apps/server/src/main.ts'),
    port: Number(values.port),
    isRestarted: !values['no-restart'],
    environment: settingsOfEnvironment(),
    say,
  });
  try {
    say('Starting. The first start of a database writes the history of its markets, which takes a while.');
    const started = cluster.start().then(() => tell(cluster));
    await Promise.race([started, asked]);
    await asked;
  } finally {
    say('Stopping.');
    for (const problem of await cluster.stop()) say(problem);
  }
  return 0;
}

/** Settings that the caller gives to all processes. Those of the single ones, and of the database, are the layout's. */
function settingsOfEnvironment(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('FAIRLOT_'));
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? '']));
}

function tell({ members, nats }: Cluster): void {
  const rows = [
    ['name', 'roles', 'shards', 'address', 'process'],
    ...members.map(({ plan, url, pid }) => [
      plan.name,
      plan.roles,
      plan.environment['FAIRLOT_SHARDS'] ?? '',
      url,
      String(pid),
    ]),
    ['nats', '', '', nats.url, String(nats.pid)],
  ];
  for (const [name = '', roles = '', shards = '', address = '', pid = ''] of rows)
    say(`${name.padEnd(11)}${roles.padEnd(12)}${shards.padEnd(8)}${address.padEnd(26)}${pid}`);
  const open = members.find(({ plan }) => plan.roles === 'gateway');
  say(
    `Fairlot is open at ${open?.url}, the office at ${open?.url}/office/. Logs are in ${join(values.data, 'logs')}. Ctrl-C stops all.`,
  );
}

/** Resolves at the first signal. Package runners pass on Ctrl-C, so it may come twice. */
function askedToStop(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done());
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof NatsMissingError ? EXIT_MISSING : 1;
}
