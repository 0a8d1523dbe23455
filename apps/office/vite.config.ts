import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server for calls and the socket during development. */
const server = process.env['FAIRLOT_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/office/',
  plugins: [react(), tailwindcss()],
  server: {
    proxy: {
      '/office/api': server,
      '/v1': { target: server, ws: true },
      '/api': server,
      '/icons': server,
      '/media': server,
    },
  },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'safari16.4', 'firefox114'],
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 500,
  },
});
