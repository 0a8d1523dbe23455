// Bundles a TypeScript entry into one runnable file: in node_modules/.cache/fairlot to run it at once, in dist/programs
// for a deployment (`npm run build`).
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(ROOT, 'node_modules', '.cache', 'fairlot');
const BUILT = join(ROOT, 'dist', 'programs');

/** Entries of a deployment's programs. */
export const PROGRAMS = [
  'apps/server/src/main.ts',
  'apps/server/src/verify.ts',
  'apps/server/src/recover.ts',
  'apps/server/src/drop-demo.ts',
  'apps/server/src/migrate.ts',
  'apps/server/src/archive.ts',
  'apps/server/src/detach.ts',
  'apps/server/src/backup.ts',
  'apps/server/src/restore.ts',
  'apps/strategies/src/main.ts',
];

/** True if the compiler is installed. A container image has none; it runs the output of `npm run build`. */
export const canBundle = existsSync(join(ROOT, 'node_modules', 'esbuild'));

/** True if every program of a deployment can run, from its sources or from the output of `npm run build`. */
export const canRun = canBundle || PROGRAMS.every((entry) => existsSync(fileOf(BUILT, entry)));

/** Bundles `entry` (relative to the repository) and returns the path of the output file. */
export async function bundle(entry) {
  return canBundle ? compile(entry, CACHE) : fileOf(BUILT, entry);
}

/** Bundles a deployment's programs into dist/programs. */
export async function buildPrograms() {
  for (const entry of PROGRAMS) await compile(entry, BUILT);
}

function fileOf(folder, entry) {
  return join(folder, entry.replaceAll('/', '-').replace(/\.tsx?$/, '.mjs'));
}

async function compile(entry, folder) {
  const { build } = await import('esbuild');
  const outfile = fileOf(folder, entry);
  mkdirSync(folder, { recursive: true });
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [externalRegistryPackages],
  });
  // Renamed into place: another process may be starting the same file at this moment.
  for (const { path, contents } of outputFiles) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  return outfile;
}

/** Bundles workspace packages and leaves packages from the registry external. */
const externalRegistryPackages = {
  name: 'external-registry-packages',
  setup(context) {
    context.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@fairlot/')) return undefined;
      return { path, external: true };
    });
  },
};
