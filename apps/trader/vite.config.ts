import { createHash } from 'node:crypto';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig } from 'vite';
import type { Plugin } from 'vite';
import product from '../../package.json' with { type: 'json' };

/** The server that answers calls and the socket while the pages are developed. */
const server = process.env['FAIRLOT_SERVER'] ?? 'http://127.0.0.1:3000';

/** What a call is for is told in the references; in a page it would only weigh. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: (code, id) =>
    /packages[\\/]contract[\\/]src/.test(id)
      ? { code: code.replaceAll(/summary: '(?:[^'\\]|\\.)*'/g, "summary: ''"), map: null }
      : undefined,
};

/** Needed for a start without a network: everything but the texts of 21 languages, of which a device keeps those that it uses. */
const START_PICTURES = ['/', '/icons/icon.svg'];

/** Builds the service worker beside the page, with the names of the page's files in it, so that every build has another one. */
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
          input: join(import.meta.dirname, 'src', 'worker', 'service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    });
  },
};

export default defineConfig({
  plugins: [withoutSummaries, react(), tailwindcss(), serviceWorker],
  define: { __VERSION__: JSON.stringify(product.version) },
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
      // What screens share stays in chunks of its own: put into a screen's, it would come with all of that screen.
      experimental: { chunkOptimization: false },
      output: {
        codeSplitting: {
          // What a lazy chunk shares with the start must stay with the start.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'chart', test: /node_modules[\\/]klinecharts/, priority: 30 },
            { name: 'controls', test: /node_modules[\\/](@base-ui|@floating-ui)/, priority: 20 },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 10 },
            // One file compresses better than twenty that are all needed at the start.
            { name: 'start', tags: ['$initial'], priority: 5 },
            // The screens of signing in are small and share most of what they have: one file is there sooner than ten.
            {
              name: 'account',
              test: /trader[\\/]src[\\/](?:accounts[\\/](?!AreaSheet|filter-areas)|features[\\/](?:login|register|forgot)[\\/])/,
              priority: 4,
            },
            {
              name: 'common',
              minShareCount: 4,
              test: /packages[\\/]ui[\\/]src[\\/](?!Sheet|Drawer|Dialog|ConfirmDialog|ToastViewport)|trader[\\/]src[\\/]shared|react-query|query-core/,
              priority: 3,
            },
          ],
        },
      },
    },
  },
});
