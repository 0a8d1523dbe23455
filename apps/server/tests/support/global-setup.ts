import type { TestProject } from 'vitest/node';
import { startTestPostgres } from '../../../../tools/src/testing/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL whose user may create databases; test files set the path. */
    databaseServer: string;
    /** Name of a template database in which a server has written the history of its market. */
    databaseTemplate: string;
  }
}

/** Starts one PostgreSQL for the whole test run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestPostgres();
  project.provide('databaseServer', url);
  project.provide('databaseTemplate', template);
  return stop;
}
