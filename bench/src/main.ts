// `npm run bench [-- name …]`: runs the server benchmarks and their baselines one after the other, each in a fresh process
// so that no heap state carries over. Writes the results to bench/results.
import { spawnSync } from 'node:child_process';

const ALL = [
  'orders',
  'stalls',
  'http',
  'quotes',
  'trailing',
  'copying',
  'markups',
  'bursts',
  'terms',
  'sockets',
  'fast',
  'candles',
  'restart',
  'shards',
  'backup',
  'keys',
  'statement',
  'reads',
  'client-search',
  'find-client',
  'start',
  'partitions',
  'memory',
] as const;
/** Run only when they are named: `year` takes ten minutes, and `archive` is no part of the daily work. */
const NAMED_ONLY = ['archive', 'year'] as const;

const wanted = process.argv.slice(2);
const known: readonly string[] = [...ALL, ...NAMED_ONLY];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`unknown benchmark: ${unknown.join(', ')}. Known: ${known.join(', ')}`);
  process.exit(2);
}
const failed = (wanted.length === 0 ? ALL : wanted).filter((name) => {
  console.log(`\n== ${name}`);
  return spawnSync(process.execPath, ['tools/run.mjs', `bench/src/${name}.ts`], { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exit(1);
}
