// Builds the pages of trader and office, and detects outdated builds by a hash of their sources.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT } from './bundle.mjs';

const APPS = ['trader', 'office'];
export const DIST = join(ROOT, 'apps', 'trader', 'dist');
const distOf = (app) => join(ROOT, 'apps', app, 'dist');
const stampOf = (app) => join(distOf(app), '.built-from');

const SHARED = [
  'package-lock.json',
  'packages/client/src',
  'packages/contract/src',
  'packages/domain/src',
  'packages/i18n/src',
  'packages/i18n/catalogues',
  'packages/ui/src',
  'packages/web/src',
];

/** True if the built pages match the current sources. */
export function pagesAreFresh() {
  return APPS.every(isFresh);
}

function isFresh(app) {
  return existsSync(stampOf(app)) && readFileSync(stampOf(app), 'utf8') === sourcesHash(app);
}

/** Builds the pages (all, or only the outdated ones) and compresses them, so that the server serves ready .br and .gz files. */
export async function buildPages(onlyOld = false) {
  for (const app of APPS) if (!onlyOld || !isFresh(app)) await buildApp(app);
}

async function buildApp(app) {
  const hash = sourcesHash(app);
  const { build } = await import('vite');
  rmSync(stampOf(app), { force: true });
  // With a test runner's NODE_ENV the pages would contain React's development build, which is three times as large.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    const root = join(ROOT, 'apps', app);
    await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
  for (const file of filesUnder(distOf(app))) compress(file);
  writeFileSync(stampOf(app), hash);
}

function sourcesHash(app) {
  const hash = createHash('sha256');
  const own = ['index.html', 'vite.config.ts', 'build', 'src', 'public'].map((name) => `apps/${app}/${name}`);
  // The office shows the operator's manual.
  if (app === 'office') own.push('docs/operations.md');
  for (const source of [...own, ...SHARED]) {
    for (const file of filesUnder(join(ROOT, source)))
      hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

const TEXT = /\.(html|js|css|svg|json|txt|map)$/;
const SMALLEST_BYTES = 1024;

function compress(file) {
  if (!TEXT.test(file)) return;
  const content = readFileSync(file);
  if (content.length < SMALLEST_BYTES) return;
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
