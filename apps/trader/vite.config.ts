import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import product from '../../package.json' with { type: 'json' };
import { CHUNKS } from './build/chunks.ts';
import { offers } from './build/offers.ts';

/** The router names its development build even for a production one; the other has no warnings for developers. */
const ROUTER = createRequire(import.meta.url)
  .resolve('react-router')
  .replace(/development([\\/])index\.m?js$/, 'production$1index.mjs');
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === 'react-router' ? ROUTER : undefined),
};

/** The server that handles calls and the socket during development. */
const server = process.env['FAIRLOT_SERVER'] ?? 'http://127.0.0.1:3000';

/** Summaries of calls are for the API reference; the page drops them to save bytes. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: (code, id) =>
    /packages[\\/]contract[\\/]src/.test(id)
      ? { code: code.replaceAll(/summary:\s+'(?:[^'\\]|\\.)*'/g, "summary: ''"), map: null }
      : undefined,
};

/**
 * Precached together with the built files, except the catalogues of 21 languages: a device caches only those it uses.
 */
const START_PICTURES = ['/', '/icons/icon.svg'];

/**
 * Builds the service worker next to the page. It contains the page's file names, so that every build has a different
 * worker.
 */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const files = Object.values(bundle).filter(
      ({ fileName }) => fileName.startsWith('assets/') && !fileName.endsWith('.map'),
    );
    const isTexts = (file: (typeof files)[number]): boolean =>
      file.type === 'chunk' && file.moduleIds.some((id) => /[\\/]catalogues[\\/]/.test(id));
    const all = files.map(({ fileName }) => `/${fileName}`).sort();
    const start = [
      ...START_PICTURES,
      ...files
        .filter((file) => !isTexts(file))
        .map(({ fileName }) => `/${fileName}`)
        .sort(),
    ];
    const page = bundle['index.html'];
    const name = createHash('sha256')
      .update(all.join('\n'))
      .update(page?.type === 'asset' ? page.source : '')
      .digest('hex')
      .slice(0, 12);
    await build({
      root: import.meta.dirname,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { __BUILD__: JSON.stringify({ name, start, all }) },
      build: {
        outDir: dir ?? 'dist',
        emptyOutDir: false,
        target: ['chrome111', 'safari16.4', 'firefox114'],
        rolldownOptions: {
          input: join(import.meta.dirname, 'src', 'app', 'worker', 'service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    });
  },
};

/**
 * Screens at which visitors arrive. Each costs bytes of the start, and users have all files in the cache of the service
 * worker.
 */
const LANDING: ReadonlySet<string> = new Set(['/', '/trade', '/rank', '/login', '/register', '/forgot']);

const APP = join(import.meta.dirname, 'src', 'app');

/** Module of each route's screen, and the routes that need a sign-in, read from the source of the router. */
function routesOf(source: string): { readonly path: string; readonly module: string; readonly isGuarded: boolean }[] {
  const named = new Map<string, string>();
  for (const [, name = '', module = ''] of source.matchAll(
    /const (\w+) = (?:page\(\s*async )?\(\) =>[^;]*?import\('([^']+)'\)/g,
  ))
    named.set(name, module);
  for (const [, name = '', shared = ''] of source.matchAll(/const (\w+) = page\(async \(\) => \(await (\w+)\(\)\)/g))
    named.set(name, named.get(shared) ?? '');
  const routes = [...source.matchAll(/\{ path: '([^']+)', page: (\w+),([^}]*)\}/g)];
  return routes.map(([, path = '', name = '', rest = '']) => {
    const module = named.get(name) ?? '';
    if (module === '') throw new Error(`routes.ts: no module of the screen ${name} at ${path}`);
    return { path, module: join(APP, module), isGuarded: rest.includes('login: true') };
  });
}

/** Files of a chunk and of all that it imports, without those that the page asks for anyway. */
function filesOf(name: string, bundle: Rolldown.OutputBundle, known: Set<string>): string[] {
  const chunk = bundle[name];
  if (known.has(name) || chunk?.type !== 'chunk') return [];
  known.add(name);
  return [name, ...chunk.imports.flatMap((each) => filesOf(each, bundle, known))];
}

/** Name of a script without folder and ending. */
const shortOf = (file: string): string => file.replace(/^assets\/(.+)\.js$/, '$1');

/** Adds a small script to the page that asks for the files of the first screen at once (src/app/early). */
const earlyRequests: Plugin = {
  name: 'early-requests',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no page');
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const chunkOf = (module: string): string => {
        const found = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
        if (found === undefined) throw new Error(`the build has no chunk of ${module}`);
        return found.fileName;
      };
      const html = String(page.source);
      const start = [...html.matchAll(/src="\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name);
      const files: string[] = [];
      const indexOf = (file: string): number =>
        files.includes(shortOf(file)) ? files.indexOf(shortOf(file)) : files.push(shortOf(file)) - 1;
      const routes = routesOf(readFileSync(join(APP, 'routes.ts'), 'utf8'));
      const table = {
        routes: Object.fromEntries(
          routes
            .filter(({ path }) => LANDING.has(path))
            .map(({ path, module }) => [path, filesOf(chunkOf(module), bundle, new Set(start)).map(indexOf)]),
        ),
        guarded: routes.filter(({ isGuarded }) => isGuarded).map(({ path }) => path),
        languages: Object.fromEntries(
          chunks.flatMap(({ facadeModuleId, fileName }) => {
            const code = /[\\/]catalogues[\\/](\w+)[\\/]client\.ts$/.exec(facadeModuleId ?? '')?.[1];
            return code === undefined ? [] : [[code, shortOf(fileName)]];
          }),
        ),
        files,
      };
      const built = await build({
        root: import.meta.dirname,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { __EARLY__: JSON.stringify(table) },
        build: {
          write: false,
          target: ['chrome111', 'safari16.4', 'firefox114'],
          rolldownOptions: { input: join(APP, 'early', 'main.ts'), output: { format: 'iife' } },
        },
      });
      const { output } = [built].flat()[0] as Rolldown.RolldownOutput;
      const reference = this.emitFile({ type: 'asset', name: 'early.js', source: output[0].code });
      // Before the start, so that its requests begin together with the start's.
      page.source = html.replace(
        '<script type="module"',
        () => `<script async src="/${this.getFileName(reference)}"></script>\n    <script type="module"`,
      );
    },
  },
};

export default defineConfig({
  plugins: [withoutSummaries, productionRouter, react(), tailwindcss(), earlyRequests, serviceWorker],
  define: { __VERSION__: JSON.stringify(product.version), __OFFERS__: JSON.stringify(offers()) },
  server: {
    proxy: {
      '/v1': { target: server, ws: true },
      '/api': server,
      '/media': server,
      '/manifest.json': server,
    },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // Code that screens share stays in its own chunks. Merged into a screen's chunk, it would load that whole screen.
      experimental: { chunkOptimization: false },
      output: {
        codeSplitting: {
          // Modules that a lazy chunk shares with the start stay in the start chunk.
          includeDependenciesRecursively: false,
          groups: CHUNKS,
        },
      },
    },
  },
});
