import type { TestProject } from 'vitest/node';
import { startTestPostgres } from '../../../../tools/src/testing/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL whose user may create databases; test files set the path. */
    databaseServer: string;
    /** Login of the role that servers work with, as `user:password`. */
    databaseLogin: string;
    /** Name of a template database that has been migrated and is empty. */
    databaseMigrated: string;
    /** Name of a template database in which a server has written the history of its market. */
    databaseTemplate: string;
  }
}

/** Starts one PostgreSQL for the whole test run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, workingLogin, migrated, template, stop } = await startTestPostgres();
  project.provide('databaseServer', url);
  project.provide('databaseLogin', workingLogin);
  project.provide('databaseMigrated', migrated);
  project.provide('databaseTemplate', template);
  return stop;
}
