import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { type TestDatabase, createTestDatabase } from './database.ts';
import { type TestHost, startTestHost } from './test-host.ts';

/** A trading host on its own database, shared by the tests of a file. */
export interface TestHostScope {
  readonly database: Database;
  readonly testHost: TestHost;
}

/** Starts a host before the tests of a file and stops it after them. The fields are set when the tests run. */
export function testHostScope(): TestHostScope {
  let testDatabase: TestDatabase;
  let database: Database;
  let testHost: TestHost;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await testDatabase.open();
    testHost = await startTestHost(database);
  });
  afterAll(async () => {
    await testHost.host.stop();
    await database.close();
    await testDatabase.drop();
  });
  return {
    get database() {
      return database;
    },
    get testHost() {
      return testHost;
    },
  };
}
