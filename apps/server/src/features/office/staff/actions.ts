import type { StaffRole } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { People } from '../../../staff/people.ts';
import type { StaffSessionStore } from '../../../staff/session-store.ts';
import type { LinkMail } from './link-mail.ts';
import { INDEPENDENT, type StaffQueries, type StaffRow, type Standing } from './queries.ts';
import { NEW_ACCOUNT_MS, type NewLink, type SetUp } from './set-up.ts';

export interface StaffActionsDeps {
  readonly queries: StaffQueries;
  readonly sessions: StaffSessionStore;
  readonly setUp: SetUp;
  readonly mail: LinkMail;
  readonly people: People;
  /** True while a second person is needed: from the first real account on. */
  readonly areTwoNeeded: () => Promise<boolean>;
  readonly clock: Clock;
}

/** The administrator who asks for a link, and where it goes. */
export interface LinkRequest {
  readonly by: number;
  readonly email: string | undefined;
  readonly language: LanguageCode;
}

/** A set-up link that was made. `sentTo` is its mailbox; null when the link is shown instead. */
export interface IssuedLink {
  readonly id: number;
  readonly link: NewLink;
  readonly sentTo: string | null;
}

type Db = Transaction<Tables>;
type Refusal = ReturnType<typeof refuse>;

/**
 * Changes of staff accounts by administrators. At least one administrator who can sign in always remains. While there
 * are real accounts, an account counts as the administrator who made its link until another person confirms it.
 */
export class StaffActions {
  readonly #deps: StaffActionsDeps;
  readonly #queries: StaffQueries;

  constructor(deps: StaffActionsDeps) {
    this.#deps = deps;
    this.#queries = deps.queries;
  }

  async invite(name: string, roles: readonly StaffRole[], request: LinkRequest): Promise<Answer<IssuedLink>> {
    const target = this.#mailboxOf(request.email ?? null);
    if (!target.ok) return target;
    const standing = await this.#standingUnder(request.by);
    const issued = await this.#queries.alone(async (db): Promise<Answer<IssuedLink>> => {
      if ((await this.#queries.byName(name, db)) !== undefined) return refuse('staff_name_taken');
      const account = { name, roles, passwordHash: null, email: request.email ?? null, standing };
      return done(await this.#issue(await this.#queries.insert(account, db), target.data, request, db));
    });
    this.#deps.mail.wake();
    return issued;
  }

  /**
   * Removes password, second factor and sessions of a staff account, and issues a link to set new ones. A mailbox on
   * record that does not get the link is told about it.
   */
  async newLink(id: number, request: LinkRequest): Promise<Answer<IssuedLink>> {
    const under = await this.#standingUnder(request.by);
    const issued = await this.#queries.alone(async (db): Promise<Answer<IssuedLink>> => {
      const found = await this.#changeable(id, true, db);
      if (!found.ok) return found;
      const row = found.data;
      const target = this.#mailboxOf(request.email ?? row.email);
      if (!target.ok) return target;
      const at = new Date(this.#deps.clock());
      await this.#queries.strip(id, at, db);
      // The owner of a mailbox on record proves to be the same person as before. Only a link that the administrator
      // reads, or sends elsewhere, can make the account the administrator's own.
      const isSame = target.data !== null && target.data === row.email;
      if (under.decidesFrom !== null)
        await this.#queries.setStanding(id, isSame ? { ...under, actsFor: row.acts_for_id } : under, at, db);
      if (request.email !== undefined) await this.#queries.setEmail(id, request.email, at, db);
      await this.#deps.sessions.endAll(id, db);
      if (target.data !== null && row.email !== null && !isSame)
        await this.#tellFormer(row.name, row.email, request, db);
      return done(await this.#issue(row, target.data, request, db));
    });
    this.#deps.mail.wake();
    return issued;
  }

  /** Stores that an account belongs to a person of its own, on the word of an administrator who is another person. */
  async confirm(id: number, by: number): Promise<Answer<StaffRow>> {
    const row = await this.#queries.byId(id);
    if (row === undefined) return refuse('unknown_staff');
    if (row.acts_for_id === null) return done(row);
    // Before it is set up, the link may still be in the hands of its maker.
    if (row.totp_secret === null) return refuse('record_changed');
    const barred = await this.#deps.people.mayDecide(by, [id]);
    if (!barred.ok) return barred;
    const { acts_for_id: actsFor, totp_secret: secret } = row;
    return this.#change(id, false, async (now, db) => {
      // A link that was made meanwhile is not what the administrator has confirmed.
      const isSame = now.acts_for_id === actsFor && now.totp_secret?.equals(secret) === true;
      const standing = { actsFor: null, decidesFrom: now.decides_from };
      if (isSame) await this.#queries.setStanding(id, standing, new Date(this.#deps.clock()), db);
    });
  }

  /** Replaces roles that `refusalOf` finds current. */
  setRoles(
    id: number,
    roles: readonly StaffRole[],
    refusalOf: (row: StaffRow) => Refusal | undefined,
    finish: (db: Db, row: StaffRow) => Promise<void>,
  ): Promise<Answer<StaffRow>> {
    return this.#change(id, !roles.includes('administrator'), async (row, db) => {
      const refusal = refusalOf(row);
      if (refusal !== undefined) return refusal;
      await this.#queries.setRoles(id, roles, db);
      await finish(db, row);
      return undefined;
    });
  }

  async setDisabled(id: number, disabled: boolean): Promise<Answer<StaffRow>> {
    const changed = await this.#change(id, disabled, async (_row, db) => {
      await this.#queries.setDisabled(id, disabled ? new Date(this.#deps.clock()) : null, db);
      if (disabled) await this.#queries.dropLinks(id, db);
    });
    if (changed.ok && disabled) await this.#deps.sessions.endAll(id);
    return changed;
  }

  /** The mailbox for a link; null if no mail is sent and the link is shown. */
  #mailboxOf(email: string | null): Answer<string | null> {
    const { mail } = this.#deps;
    if (!mail.isSent) return done(null);
    if (mail.isFull) return refuse('overloaded');
    return email === null ? refuse('bad_request', { field: 'email' }) : done(email);
  }

  /** The standing of an account whose link an administrator makes. */
  async #standingUnder(by: number): Promise<Standing> {
    if (!(await this.#deps.areTwoNeeded())) return INDEPENDENT;
    const { person } = await this.#deps.people.of(by);
    return { actsFor: BigInt(person), decidesFrom: new Date(this.#deps.clock() + NEW_ACCOUNT_MS) };
  }

  async #tellFormer(name: string, email: string, { by }: LinkRequest, db: Db): Promise<void> {
    await this.#deps.mail.putMoved(db, { name, email }, (await this.#queries.byId(by, db))?.name ?? '');
  }

  async #issue(
    { id: row, name }: StaffRow,
    email: string | null,
    { language }: LinkRequest,
    db: Db,
  ): Promise<IssuedLink> {
    const id = Number(row);
    const link = await this.#deps.setUp.newLinkIn(db, id);
    if (email !== null) await this.#deps.mail.put(db, { name, email, language }, link);
    return { id, link, sentTo: email };
  }

  /**
   * Changes an account; a refusal must come before the first write. Set `losesOffice` when the account is no active
   * administrator afterwards; refuses if it is the last one.
   */
  #change(
    id: number,
    losesOffice: boolean,
    work: (row: StaffRow, db: Db) => Promise<Refusal | undefined | void>,
  ): Promise<Answer<StaffRow>> {
    return this.#queries.alone(async (db) => {
      const row = await this.#changeable(id, losesOffice, db);
      if (!row.ok) return row;
      const refusal = await work(row.data, db);
      if (refusal !== undefined) return refusal;
      const changed = await this.#queries.byId(id, db);
      return changed === undefined ? refuse('unknown_staff') : done(changed);
    });
  }

  async #changeable(id: number, losesOffice: boolean, db: Db): Promise<Answer<StaffRow>> {
    const row = await this.#queries.byId(id, db);
    if (row === undefined) return refuse('unknown_staff');
    if (losesOffice && (await this.#queries.administrators(id, db)) === 0) return refuse('last_administrator');
    return done(row);
  }
}
