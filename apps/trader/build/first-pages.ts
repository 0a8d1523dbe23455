import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { LANDING } from './early-requests.ts';
import { offers } from './offers.ts';

const ROOT = join(import.meta.dirname, '..');
const MOST_BYTES = 32 * 1024 * 1024;

/** Addresses of the router at which visitors arrive, and the sign-in to which private screens lead them. */
const ADDRESSES = [...LANDING, '/login?from='];

/**
 * Writes `first/<language>.html`: the pages that visitors see before the program has run, as templates. The server adds
 * those of the visitor's language to the start page, and `app/early` paints one of them.
 */
export const firstPages: Plugin = {
  name: 'first-pages',
  apply: 'build',
  async generateBundle() {
    for (const [code, source] of Object.entries(await renderAll()))
      this.emitFile({ type: 'asset', fileName: `first/${code}.html`, source });
  },
};

/** The first pages of each language. Rendered in a process of its own, which imitates the globals of a page. */
async function renderAll(): Promise<Readonly<Record<string, string>>> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlot-first-'));
  try {
    await build({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [react()],
      define: { __VERSION__: '""', __OFFERS__: JSON.stringify(offers()) },
      ssr: { noExternal: true },
      build: {
        ssr: join(ROOT, 'src', 'app', 'early', 'prerender.tsx'),
        outDir: folder,
        emptyOutDir: true,
        minify: false,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
      },
    });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'render-first.mjs'), join(folder, 'prerender.mjs'), ...ADDRESSES],
      { maxBuffer: MOST_BYTES },
    );
    return JSON.parse(stdout) as Readonly<Record<string, string>>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
