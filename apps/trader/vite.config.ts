import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import product from '../../package.json' with { type: 'json' };

/** The server that answers calls and the socket while the pages are developed. */
const server = process.env['FAIRLOT_SERVER'] ?? 'http://127.0.0.1:3000';

/** What a call is for is told in the references; in a page it would only weigh. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: (code, id) => (/packages[\\/]contract[\\/]src/.test(id) ? { code: code.replaceAll(/summary: '(?:[^'\\]|\\.)*'/g, "summary: ''"), map: null } : undefined),
};

export default defineConfig({
  plugins: [withoutSummaries, react(), tailwindcss()],
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
          ],
        },
      },
    },
  },
});
