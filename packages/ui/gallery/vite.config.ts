import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the gallery as its own page. It shares no code with the product's pages except the controls. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { target: ['chrome111', 'safari16.4', 'firefox114'] },
});
