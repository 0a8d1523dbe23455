import type { StaffRole } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { StaffSessionStore } from '../../../staff/session-store.ts';
import type { StaffQueries, StaffRow } from './queries.ts';
import type { NewLink, SetUp } from './set-up.ts';

/** Changes of staff accounts by administrators. At least one administrator who can sign in always remains. */
export class StaffActions {
  readonly #queries: StaffQueries;
  readonly #sessions: StaffSessionStore;
  readonly #setUp: SetUp;
  readonly #clock: Clock;

  constructor(deps: {
    readonly queries: StaffQueries;
    readonly sessions: StaffSessionStore;
    readonly setUp: SetUp;
    readonly clock: Clock;
  }) {
    this.#queries = deps.queries;
    this.#sessions = deps.sessions;
    this.#setUp = deps.setUp;
    this.#clock = deps.clock;
  }

  async invite(
    name: string,
    roles: readonly StaffRole[],
  ): Promise<Answer<{ readonly id: number; readonly link: NewLink }>> {
    const made = await this.#queries.alone(async (db) =>
      (await this.#queries.byName(name, db)) === undefined ? this.#queries.insert(name, roles, null, db) : undefined,
    );
    if (made === undefined) return refuse('staff_name_taken');
    const id = Number(made.id);
    return done({ id, link: await this.#setUp.newLink(id) });
  }

  /** Removes password, second factor and sessions of a staff account, and returns a link to set new ones. */
  async newLink(id: number): Promise<Answer<NewLink>> {
    const stripped = await this.#change(id, true, (row, db) => this.#queries.strip(Number(row.id), db));
    if (!stripped.ok) return stripped;
    await this.#sessions.endAll(id);
    return done(await this.#setUp.newLink(id));
  }

  /**
   * Resets an account without the check for the last administrator. Reachable only from the command line of the server.
   */
  async recover(id: number): Promise<NewLink> {
    await this.#queries.alone((db) => this.#queries.strip(id, db));
    await this.#queries.alone((db) => this.#queries.setDisabled(id, null, db));
    await this.#sessions.endAll(id);
    return this.#setUp.newLink(id);
  }

  setRoles(id: number, roles: readonly StaffRole[]): Promise<Answer<StaffRow>> {
    return this.#change(id, !roles.includes('administrator'), (_row, db) => this.#queries.setRoles(id, roles, db));
  }

  async setDisabled(id: number, disabled: boolean): Promise<Answer<StaffRow>> {
    const changed = await this.#change(id, disabled, async (_row, db) => {
      await this.#queries.setDisabled(id, disabled ? new Date(this.#clock()) : null, db);
      if (disabled) await this.#queries.dropLinks(id, db);
    });
    if (changed.ok && disabled) await this.#sessions.endAll(id);
    return changed;
  }

  /**
   * Changes an account. Set `losesOffice` when the account is no active administrator afterwards; refuses if it is the
   * last one.
   */
  #change(
    id: number,
    losesOffice: boolean,
    work: (row: StaffRow, db: Parameters<StaffQueries['setRoles']>[2]) => Promise<void>,
  ): Promise<Answer<StaffRow>> {
    return this.#queries.alone(async (db) => {
      const row = await this.#queries.byId(id, db);
      if (row === undefined) return refuse('unknown_staff');
      if (losesOffice && (await this.#queries.administrators(id, db)) === 0) return refuse('last_administrator');
      await work(row, db);
      const changed = await this.#queries.byId(id, db);
      return changed === undefined ? refuse('unknown_staff') : done(changed);
    });
  }
}
