import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A page of its own: nothing of it is in the product's pages, and nothing of theirs in it. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { target: ['chrome111', 'safari16.4', 'firefox114'] },
});
