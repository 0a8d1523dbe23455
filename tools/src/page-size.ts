// Sizes of the built page against the limits of the design: `node tools/run.mjs tools/src/page-size.ts` after `npm run build`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const DIST = join(process.cwd(), process.argv[2] ?? 'apps/trader/dist');
const MANIFEST = join(DIST, '.vite', 'manifest.json');
if (!existsSync(MANIFEST)) {
  console.error(`page size: ${MANIFEST} is missing, build the pages first`);
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Readonly<Record<string, Chunk>>;

const chunk = (key: string): Chunk => {
  const found = manifest[key];
  if (found === undefined) throw new Error(`page size: the build has no ${key}`);
  return found;
};
const keyOf = (matches: (chunk: Chunk) => boolean, what: string): string => {
  const found = Object.entries(manifest).find(([, entry]) => matches(entry))?.[0];
  if (found === undefined) throw new Error(`page size: the build has no ${what}`);
  return found;
};
const source = (ending: string): string => keyOf(({ src }) => src?.endsWith(ending) === true, ending);

/** A chunk and everything that loads with it. */
function closure(keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    closure(chunk(key).imports ?? [], seen);
  }
  return seen;
}
const kilobytes = (keys: Iterable<string>): number =>
  [...keys].reduce((sum, key) => sum + gzipSync(readFileSync(join(DIST, chunk(key).file)), { level: 9 }).length, 0) / 1024;

const first = closure([keyOf(({ name }) => name === 'start', 'start'), source('home/HomeScreen.tsx')]);
const without = (keys: ReadonlySet<string>): string[] => [...keys].filter((key) => !first.has(key));
const named = (name: string): string[] => without(closure([keyOf((entry) => entry.name === name, name)]));
const language = (code: string): string[] => without(closure([source(`catalogues/${code}/client.ts`)]));

const ROWS: readonly (readonly [what: string, size: number, limit: number])[] = [
  ['initial JavaScript (start and market list)', kilobytes(first), 150],
  ['chart', kilobytes(named('chart')), 75],
  ['sheets and dialogs', kilobytes(named('controls')), 35],
  ...['en', 'hk', 'de', 'ar'].map((code) => [`texts, ${code}`, kilobytes(language(code)), 25] as const),
];
for (const [what, size, limit] of ROWS) {
  console.log(`${size > limit ? 'OVER ' : 'ok   '}${what.padEnd(44)}${size.toFixed(1).padStart(7)} KB gz of ${limit}`);
}
if (ROWS.some(([, size, limit]) => size > limit)) process.exit(1);
