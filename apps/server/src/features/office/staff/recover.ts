import type { StaffSessionStore } from '../../../staff/session-store.ts';
import type { StaffQueries } from './queries.ts';
import { NEW_ACCOUNT_MS, type NewLink, type SetUp } from './set-up.ts';

export interface RecoverDeps {
  readonly queries: StaffQueries;
  readonly sessions: StaffSessionStore;
  readonly setUp: SetUp;
  readonly now: number;
}

/**
 * Resets an account for the owner of the machine, without the check for the last administrator. The account is a person
 * of its own, because nobody in the office sees the link. Reachable only from the command line of the server.
 */
export async function recoverAccount({ queries, sessions, setUp, now }: RecoverDeps, id: number): Promise<NewLink> {
  await queries.alone(async (db) => {
    const at = new Date(now);
    await queries.strip(id, at, db);
    await queries.setDisabled(id, null, db);
    await queries.setStanding(id, { actsFor: null, decidesFrom: new Date(now + NEW_ACCOUNT_MS) }, at, db);
  });
  await sessions.endAll(id);
  return setUp.newLink(id);
}
