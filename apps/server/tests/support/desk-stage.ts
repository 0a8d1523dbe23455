import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';

/** A host over a database of its own, there from the first test of a file to the last. */
export interface DeskStage {
  readonly database: Database;
  readonly desk: Desk;
}

/** Call it in a file; what it returns is there once the tests run. */
export function deskStage(): DeskStage {
  let testDatabase: TestDatabase;
  let database: Database;
  let desk: Desk;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await testDatabase.open();
    desk = await openDesk(database);
  });
  afterAll(async () => {
    await desk.host.stop();
    await database.close();
    await testDatabase.drop();
  });
  return {
    get database() {
      return database;
    },
    get desk() {
      return desk;
    },
  };
}
