// `npm start`: runs the server in this process. Missing or outdated pages are built in a child process at the same time,
// so that the market is already running when the pages are ready.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, bundle, canRun } from './bundle.mjs';

if (!canRun) {
  console.error('The packages are not installed yet: run `npm ci` first.');
  process.exit(2);
}
/** Interval of the look at the process that started this one. */
const RUNNER_CHECK_MS = 1000;
const { keepStrategies } = await import('./strategies.mjs');
const { keepBackups } = await import('./backups.mjs');
const { pagesAreFresh } = await import('./pages.mjs');

/** One of several processes serves pages only with one of these roles. */
const servesPages = !process.env.FAIRLOT_ROLES || /gateway|web/.test(process.env.FAIRLOT_ROLES);
const pages = !servesPages || process.env.FAIRLOT_PAGES_DIR || pagesAreFresh() ? Promise.resolve() : buildInChild();
pages.catch(() => undefined);
process.setSourceMapsEnabled(true);
stopWithRunner();
const { started } = await import(await bundle('apps/server/src/main.ts'));
const server = await started;
try {
  await pages;
  if (!server.isStopping() && server.samples !== undefined) keepStrategies(server);
  if (!server.isStopping()) keepBackups(server);
  if (!server.isStopping()) tellAddress(server.url);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  await server.stop();
}

/** Tells where the pages are: a person in words, a log as one of its lines. */
function tellAddress(url) {
  const line = { level: 'info', time: new Date().toISOString(), url, msg: 'Fairlot is open' };
  console.log(process.stdout.isTTY ? `Fairlot is open at ${url}` : JSON.stringify(line));
}

/**
 * Stops the server when the package runner that started it is gone: a runner that was killed outright passes no signal
 * on, and the database would go on without anybody who can stop it.
 */
function stopWithRunner() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const runner = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== runner) process.kill(process.pid, 'SIGTERM');
  }, RUNNER_CHECK_MS);
  timer.unref();
  // A second signal would end the server at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => clearInterval(timer));
}

function buildInChild() {
  // Standard output is the log unless it is a terminal.
  console.error('Building the pages, which takes a few seconds the first time.');
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'build.mjs'), '--if-needed'], {
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 2, 'inherit'],
  });
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The pages could not be built. The errors are above.')),
    );
  });
}
