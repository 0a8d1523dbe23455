import { DAY_MS } from '@fairlot/domain';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Passwords } from '../../../security/passwords.ts';
import { newSecret, secretHash } from '../../../security/random-secret.ts';
import { isEasilyGuessed } from './guessable.ts';
import { INDEPENDENT, type StaffQueries, type StaffRow } from './queries.ts';

const LINK_LIFETIME_MS = DAY_MS;
/** An account may not approve for this long after its set-up link was made, and again after it was used. */
export const NEW_ACCOUNT_MS = DAY_MS;

/** A new link. Its token is shown only once. */
export interface NewLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** One-time links with which staff choose their passwords. Administrators never see or set passwords of others. */
export class SetUp {
  readonly #queries: StaffQueries;
  readonly #passwords: Passwords;
  readonly #clock: Clock;

  constructor(queries: StaffQueries, passwords: Passwords, clock: Clock) {
    this.#queries = queries;
    this.#passwords = passwords;
    this.#clock = clock;
  }

  /**
   * Creates a link for the first administrator, or returns undefined when there is an active one. Invalidates earlier
   * links of this kind.
   */
  async firstLink(): Promise<NewLink | undefined> {
    if ((await this.#queries.administrators(undefined)) > 0) return undefined;
    return this.newLink(null);
  }

  /** Creates a link for a staff account and invalidates its earlier ones. `null` stands for the first administrator. */
  newLink(staff: number | null): Promise<NewLink> {
    return this.#queries.alone((db) => this.newLinkIn(db, staff));
  }

  /** The same, in a transaction that locks out other changes of staff. */
  async newLinkIn(db: Transaction<Tables>, staff: number | null): Promise<NewLink> {
    const token = newSecret();
    const expiresAt = new Date(this.#clock() + LINK_LIFETIME_MS);
    await this.#queries.dropLinks(staff, db);
    await this.#queries.insertLink(staff, secretHash(token), expiresAt, db);
    return { token, expiresAt };
  }

  /** The expiry of a link and its owner's name; the name is null for the first administrator's link. */
  async info(token: string): Promise<Answer<{ readonly name: string | null; readonly expiresAt: Date }>> {
    const link = await this.#queries.link(secretHash(token), new Date(this.#clock()));
    if (link === undefined) return refuse('link_invalid');
    const staff = link.staff_id === null ? undefined : await this.#queries.byId(Number(link.staff_id));
    if (link.staff_id !== null && (staff === undefined || staff.disabled_at !== null)) return refuse('link_invalid');
    return done({ name: staff?.name ?? null, expiresAt: link.expires_at });
  }

  /** Uses a link up and sets its owner's password. `record` runs before that, with the owner's name. */
  async use(
    token: string,
    name: string | undefined,
    password: string,
    record: (name: string) => Promise<void>,
  ): Promise<Answer<StaffRow>> {
    const info = await this.info(token);
    if (!info.ok) return info;
    const wanted = info.data.name ?? name;
    if (wanted === undefined) return refuse('bad_request', { field: 'name' });
    if (isEasilyGuessed(password, wanted)) return refuse('staff_password_known');
    const passwordHash = await this.#passwords.hash(password);
    await record(wanted);
    return this.#queries.alone(async (db) => {
      if (info.data.name === null && (await this.#queries.byName(wanted, db)) !== undefined)
        return refuse('staff_name_taken');
      const link = await this.#queries.useLink(secretHash(token), new Date(this.#clock()), db);
      if (link === undefined) return refuse('link_invalid');
      if (link.staff_id === null) {
        const first = { name: wanted, roles: ['administrator'], passwordHash, email: null } as const;
        return done(await this.#queries.insert({ ...first, standing: INDEPENDENT }, db));
      }
      await this.#queries.setPassword(Number(link.staff_id), passwordHash, db);
      await this.#queries.barUntil(Number(link.staff_id), new Date(this.#clock() + NEW_ACCOUNT_MS), db);
      const staff = await this.#queries.byId(Number(link.staff_id), db);
      return staff === undefined ? refuse('link_invalid') : done(staff);
    });
  }
}
