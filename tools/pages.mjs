// The trader's pages: whether what is built belongs to the sources, and how to build it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ROOT } from './bundle.mjs';

const TRADER = join(ROOT, 'apps', 'trader');
export const DIST = join(TRADER, 'dist');
const STAMP = join(DIST, '.built-from');

const SOURCES = [
  'package-lock.json',
  'apps/trader/index.html', 'apps/trader/vite.config.ts', 'apps/trader/src', 'apps/trader/public',
  'packages/client/src', 'packages/contract/src', 'packages/domain/src', 'packages/i18n/src', 'packages/i18n/catalogues', 'packages/ui/src',
];

/** Whether the built pages belong to the sources as they are now. */
export function pagesAreFresh() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash();
}

/** Builds the pages and compresses them, so that the server need not. */
export async function buildPages() {
  const hash = sourcesHash();
  const { build } = await import('vite');
  rmSync(STAMP, { force: true });
  // A test runner's NODE_ENV would put React's development build, three times as large, into the pages.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({ root: TRADER, configFile: join(TRADER, 'vite.config.ts'), logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
  for (const file of filesUnder(DIST)) compress(file);
  writeFileSync(STAMP, hash);
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesUnder(join(ROOT, source))) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).sort().flatMap((name) => filesUnder(join(path, name)));
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
