import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig } from 'vite';
import type { Plugin } from 'vite';
import product from '../../package.json' with { type: 'json' };
import { BROWSERS } from './build/browsers.ts';
import { CHUNKS } from './build/chunks.ts';
import { earlyRequests } from './build/early-requests.ts';
import { firstPages } from './build/first-pages.ts';
import { failures, offers } from './build/offers.ts';

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
        target: BROWSERS,
        rolldownOptions: {
          input: join(import.meta.dirname, 'src', 'app', 'worker', 'service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    });
  },
};

export default defineConfig({
  plugins: [withoutSummaries, productionRouter, react(), tailwindcss(), earlyRequests, firstPages, serviceWorker],
  define: {
    __VERSION__: JSON.stringify(product.version),
    __OFFERS__: JSON.stringify(offers()),
    __FAILURES__: JSON.stringify(failures()),
  },
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
    target: BROWSERS,
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
