import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fairlot/domain';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import { newSecret, secretHash } from '../../security/random-secret.ts';
import type { EndListener, Session, Sessions } from '../../security/session.ts';
import type { User } from './queries.ts';
import { type EndedSessions, type Remembered, SessionMemory } from './session-memory.ts';
import type { Origin, SeenSession, SessionQueries, SessionRecord } from './session-queries.ts';

const LIFETIME_MS = 30 * DAY_MS;
/** Maximum number of open sessions of a user; a further sign-in ends the one that was not used for longest. */
const MOST_OPEN = 20;
/** Ended sessions are kept for the user's timeline: so many of a user, for so long. */
const MOST_ENDED = 200;
const KEEP_MS = 90 * DAY_MS;
const TIDY_EVERY_MS = HOUR_MS;
/** Rows of one statement. */
const BATCH = 5_000;
/**
 * The time of last use is stored at most once per interval and process, so the stored one lags by less than this, however
 * many processes there are. The office can set no idle time below an hour.
 */
const SEEN_EVERY_MS = 10 * MINUTE_MS;
/** Tokens have 43 characters. Much longer ones are rejected without hashing them. */
const MAX_TOKEN_LENGTH = 128;

export interface SessionStoreDeps {
  readonly queries: SessionQueries;
  readonly clock: Clock;
  /** Milliseconds without a call after which a session ends. */
  readonly idleMs: () => number;
  readonly log: { error(fields: object, message: string): void };
  /** Told of sessions that this process has ended, for the other ones. */
  readonly ended?: ((sessions: EndedSessions) => void) | undefined;
}

/**
 * Opens, finds and ends sessions in the table. Ended sessions leave memory at once, also those that another process has
 * ended.
 */
export class SessionStore implements Sessions {
  readonly #memory = new SessionMemory();
  readonly #queries: SessionQueries;
  readonly #clock: Clock;
  readonly #idleMs: () => number;
  readonly #ended: (sessions: EndedSessions) => void;
  readonly #tidying: Job;
  #stopping = false;
  /** Times of last use that are being stored. Decisions by the stored time wait for them. */
  readonly #storing = new Set<Promise<void>>();

  constructor({ queries, clock, idleMs, log, ended = () => undefined }: SessionStoreDeps) {
    this.#ended = ended;
    this.#queries = queries;
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#tidying = every(
      TIDY_EVERY_MS,
      () => this.tidy(),
      (error) => log.error({ err: error }, 'unused sessions could not be ended, trying again'),
    );
  }

  start(): void {
    this.#tidying.start();
    this.#tidying.wake();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#tidying.stop();
  }

  /** Ends unused sessions, with their sockets' sign-in, and deletes those that have been over for long. */
  async tidy(): Promise<void> {
    const now = this.#clock();
    await Promise.all(this.#storing);
    const unusedSince = new Date(now - this.#idleMs());
    for (let found = BATCH; found === BATCH && !this.#stopping;) {
      const ids = await this.#queries.unused(unusedSince, BATCH);
      found = ids.length;
      await this.#endThese(ids, unusedSince);
    }
    for (let deleted = BATCH; deleted === BATCH && !this.#stopping;) {
      deleted = await this.#queries.deleteOver(new Date(now - KEEP_MS), BATCH);
    }
  }

  /**
   * Opens a session and returns its token, which is not stored in clear. Returns undefined when the checked password is
   * no longer the user's or the user is blocked.
   */
  async open(
    user: User,
    passwordHash: string | null,
    origin: Origin,
  ): Promise<{ readonly token: string; readonly session: Session } | undefined> {
    const token = newSecret();
    const openedAt = this.#clock();
    const times = { openedAt, expiresAt: openedAt + LIFETIME_MS };
    const { result: session, hasEnded } = await this.#memory.watched(() =>
      this.#queries.insert(user, passwordHash, secretHash(token), times, origin),
    );
    if (session === undefined) return undefined;
    if (!hasEnded(session)) this.#memory.remember(token, { session, seenAt: openedAt });
    await this.#endThese(await this.#queries.beyond(user.id, MOST_OPEN), new Date(this.#clock()));
    await this.#queries.deleteBeyond(user.id, MOST_ENDED);
    return { token, session };
  }

  known(token: string): Session | undefined {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    return this.#current(this.#memory.of(token));
  }

  async find(token: string): Promise<Session | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const remembered = this.#memory.of(token);
    // No use prolongs the lifetime, but another process may have stored a use of a session that seems idle.
    if (remembered !== undefined && (this.#isExpired(remembered) || !this.#isIdle(remembered)))
      return this.#current(remembered);
    const { result: found, hasEnded } = await this.#memory.watched(() => this.#queries.byHash(secretHash(token)));
    if (found === undefined) {
      // Its sockets have not heard of the end, and a recheck would no longer find it once it is forgotten.
      if (remembered !== undefined) this.#memory.end({ ids: [remembered.session.id] });
      return undefined;
    }
    // Endings of other sessions don't matter: where many sign in and out, no read would be free of them.
    if (hasEnded(found.session)) return this.find(token);
    return this.#isOver(found) ? undefined : this.#current(this.#memory.remember(token, found));
  }

  /** The user's open sessions, last used first. */
  async list(user: number): Promise<readonly SessionRecord[]> {
    const now = this.#clock();
    await Promise.all(this.#storing);
    return this.#queries.ofUser(user, new Date(now), new Date(now - this.#idleMs()));
  }

  /** Ends a session of a user. Does nothing when the user has no such session. */
  async end(user: number, id: number): Promise<void> {
    await this.#ending({ user, ids: [id] }, () => this.#queries.end(user, id));
  }

  endAll(user: number, except?: number): Promise<void> {
    return this.#ending({ user, except }, () => this.#queries.endAll(user, except));
  }

  /**
   * Removes all sessions of a user from the cache while `work` ends their rows in its own transaction. `hasEnded` tells
   * from the result whether it ended them: listeners are called only then, or a wrong code would sign the owner out.
   */
  endAllWith<T>(user: number, work: () => Promise<T>, hasEnded: (result: T) => boolean = () => true): Promise<T> {
    return this.#ending({ user }, work, hasEnded);
  }

  /** Notes sessions that another process has ended. */
  endedElsewhere(sessions: EndedSessions): void {
    this.#memory.end(sessions);
  }

  /** Finds out which of the remembered sessions another process has ended, when it could not be heard. */
  async recheck(): Promise<void> {
    const ids = this.#memory.ids();
    for (let from = 0; from < ids.length; from += BATCH) {
      const ended = await this.#queries.endedAmong(ids.slice(from, from + BATCH));
      if (ended.length > 0) this.#memory.end({ ids: ended });
    }
  }

  onEnded(listener: EndListener): () => void {
    return this.#memory.onEnded(listener);
  }

  async #ending<T>(
    sessions: EndedSessions,
    work: () => Promise<T>,
    hasEnded: (result: T) => boolean = () => true,
  ): Promise<T> {
    this.#memory.forget(sessions);
    // Work that throws may still have ended them.
    let ended = true;
    try {
      const result = await work();
      ended = hasEnded(result);
      return result;
    } finally {
      // A look-up that overlapped the change may have cached them again.
      if (ended) this.#everywhere(sessions);
      else this.#memory.forget(sessions);
    }
  }

  /** Ends sessions in the table, then everywhere: all of them when the answer is lost, because they may be over. */
  async #endThese(ids: readonly number[], unusedSince: Date): Promise<void> {
    let over = ids;
    try {
      if (ids.length > 0) over = await this.#queries.endThese(ids, unusedSince);
    } finally {
      if (over.length > 0) this.#everywhere({ ids: over });
    }
  }

  /** Ends sessions in this process, and tells the other ones. */
  #everywhere(sessions: EndedSessions): void {
    this.#memory.end(sessions);
    this.#ended(sessions);
  }

  /** Expired, or not used for too long. */
  #isOver(session: SeenSession): boolean {
    return this.#isExpired(session) || this.#isIdle(session);
  }

  #isExpired({ session }: SeenSession): boolean {
    return session.expiresAt <= this.#clock();
  }

  #isIdle({ seenAt }: SeenSession): boolean {
    return this.#clock() - seenAt >= this.#idleMs();
  }

  #current(remembered: Remembered | undefined): Session | undefined {
    const now = this.#clock();
    if (remembered === undefined || this.#isOver(remembered)) return undefined;
    if (now - remembered.seenAt >= SEEN_EVERY_MS) {
      remembered.seenAt = now;
      this.#storeSeen(remembered.session.id, new Date(now));
    }
    return remembered.session;
  }

  #storeSeen(session: number, at: Date): void {
    // A failed update only leaves the time of last use outdated.
    const storing = this.#queries
      .seen(session, at)
      .catch(() => undefined)
      .then(() => void this.#storing.delete(storing));
    this.#storing.add(storing);
  }
}
