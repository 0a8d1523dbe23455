import type { TestProject } from 'vitest/node';
import { bundle } from '../../../tools/bundle.mjs';
import { buildPages } from '../../../tools/pages.mjs';
import { startTestPostgres } from '../../../tools/src/testing/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the bundled server. */
    serverFile: string;
    /** URL of a PostgreSQL whose user may create databases; each test file adds the path. */
    databaseServer: string;
    /** Login of the role that servers work with, as `user:password`. */
    databaseLogin: string;
    /** Name of a template database, in which a server has written the history of its market. */
    databaseTemplate: string;
  }
}

/** Prepares the shared parts of a run: the server's bundle, the pages if they are out of date, and a PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, workingLogin, template, stop } = await startTestPostgres();
  project.provide('databaseServer', url);
  project.provide('databaseLogin', workingLogin);
  project.provide('databaseTemplate', template);
  project.provide('serverFile', await bundle('apps/server/src/main.ts'));
  await buildPages(true);
  return stop;
}
