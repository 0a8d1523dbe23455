import type { TestProject } from 'vitest/node';
// The tools that start the product are plain modules, so that they run without anything built.
// @ts-expect-error TS7016: plain JavaScript without declarations.
import { bundle } from '../../../tools/bundle.mjs';
// @ts-expect-error TS7016: plain JavaScript without declarations.
import { buildPages, pagesAreFresh } from '../../../tools/pages.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server as one runnable file. */
    serverFile: string;
  }
}

/** Builds once for the run what `npm start` would build: the server and, where they are old, the pages. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('serverFile', String(await bundle('apps/server/src/main.ts')));
  if (!pagesAreFresh()) await buildPages();
}
