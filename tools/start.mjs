// Starts Fairlot: `npm start`. The server runs in this process; the pages, where they are missing or old, are built
// beside it, so that the market moves already when they are there.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
if (!existsSync(join(root, 'node_modules', 'esbuild'))) {
  console.error('The packages are not installed yet: run `npm ci` first.');
  process.exit(2);
}
const { bundle } = await import('./bundle.mjs');
const { keepStrategies } = await import('./strategies.mjs');
const { pagesAreFresh } = await import('./pages.mjs');

const pages = process.env.FAIRLOT_PAGES_DIR || pagesAreFresh() ? Promise.resolve() : buildBeside();
pages.catch(() => undefined);
process.setSourceMapsEnabled(true);
const { started } = await import(await bundle('apps/server/src/main.ts'));
const server = await started;
try {
  await pages;
  if (!server.isStopping()) keepStrategies(server);
  if (!server.isStopping()) console.log(`Fairlot is open at ${server.url}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  await server.stop();
}

function buildBeside() {
  console.log('Building the pages, which takes a few seconds the first time.');
  const child = spawn(process.execPath, [join(root, 'tools', 'build.mjs'), '--if-needed'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The pages could not be built; what is wrong is said above.')),
    );
  });
}
