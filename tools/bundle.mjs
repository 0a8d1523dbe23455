// Turns a TypeScript entry into one runnable file under node_modules/.cache/fairlot.
import { mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(ROOT, 'node_modules', '.cache', 'fairlot');

/** Bundles `entry` (relative to the repository) and returns the path of the result. */
export async function bundle(entry) {
  const outfile = join(
    CACHE,
    relative(ROOT, join(ROOT, entry))
      .replaceAll(/[\\/]/g, '-')
      .replace(/\.tsx?$/, '.mjs'),
  );
  mkdirSync(CACHE, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [registryPackagesStayOutside],
  });
  return outfile;
}

const registryPackagesStayOutside = {
  name: 'registry-packages-stay-outside',
  setup(context) {
    context.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@fairlot/')) return undefined;
      return { path, external: true };
    });
  },
};
