// `node tools/run.mjs tools/src/page-size.ts` after `npm run build`: checks the sizes of the built pages against their limits.
import { join } from 'node:path';
import { pageSizes } from './page-sizes.ts';

const parts = pageSizes(join(process.cwd(), process.argv[2] ?? 'apps/trader/dist'));
for (const { what, size, limit } of parts) {
  console.log(`${size > limit ? 'OVER ' : 'ok   '}${what.padEnd(44)}${size.toFixed(1).padStart(7)} KB gz of ${limit}`);
}
if (parts.some(({ size, limit }) => size > limit)) process.exit(1);
