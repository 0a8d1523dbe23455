import type { TestProject } from 'vitest/node';
import { bundle } from '../../../tools/bundle.mjs';
import { buildPages } from '../../../tools/pages.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server as one runnable file. */
    serverFile: string;
  }
}

/** Builds once for the run what `npm start` would build: the server and, where they are old, the pages. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('serverFile', await bundle('apps/server/src/main.ts'));
  await buildPages(true);
}
