import { hash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import type { Clock } from '../../platform/clock.ts';
import { newSecret, secretHash } from '../../security/random-secret.ts';
import type { EndListener, Session, Sessions } from '../../security/session.ts';
import type { User } from './queries.ts';
import type { Origin, SessionQueries, SessionRecord } from './session-queries.ts';

const LIFETIME_MS = 30 * DAY_MS;
/** The time of last use is stored at most once per interval. */
const SEEN_EVERY_MS = 10 * MINUTE_MS;
/** Maximum number of cached sessions; others are read from the database. */
const MAX_REMEMBERED = 100_000;
/** Tokens have 43 characters. Much longer ones are rejected without hashing them. */
const MAX_TOKEN_LENGTH = 128;

interface Remembered {
  readonly session: Session;
  seenAt: number;
}

/**
 * Opens, finds and ends sessions. Caches recently used sessions by the hash of their token. Ended sessions leave the
 * cache at once; that suffices because no other process ends sessions of this database.
 */
export class SessionStore implements Sessions {
  readonly #remembered = new Map<string, Remembered>();
  readonly #listeners = new Set<EndListener>();
  readonly #queries: SessionQueries;
  readonly #clock: Clock;
  /** Counts endings, so that a look-up that overlaps one is not cached. */
  #endings = 0;

  constructor(queries: SessionQueries, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
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
    const endingsBefore = this.#endings;
    const session = await this.#queries.insert(
      user,
      passwordHash,
      secretHash(token),
      this.#clock() + LIFETIME_MS,
      origin,
    );
    if (session === undefined) return undefined;
    if (endingsBefore === this.#endings) this.#remember(memoryKey(token), session);
    return { token, session };
  }

  known(token: string): Session | undefined {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    return this.#current(this.#remembered.get(memoryKey(token)));
  }

  async find(token: string): Promise<Session | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const key = memoryKey(token);
    const remembered = this.#remembered.get(key);
    if (remembered !== undefined) return this.#current(remembered);
    const endingsBefore = this.#endings;
    const session = await this.#queries.byHash(secretHash(token));
    // The session may have ended while it was being read.
    if (endingsBefore !== this.#endings) return this.find(token);
    if (session === undefined || session.expiresAt <= this.#clock()) return undefined;
    return this.#current(this.#remember(key, session));
  }

  /** The user's open sessions, last used first. */
  list(user: number): Promise<readonly SessionRecord[]> {
    return this.#queries.ofUser(user, new Date(this.#clock()));
  }

  /** Ends a session of a user. Does nothing when the user has no such session. */
  async end(user: number, id: number): Promise<void> {
    await this.#ending(
      (session) => session.account === user && session.id === id,
      () => this.#queries.end(user, id),
    );
  }

  endAll(user: number, except?: number): Promise<void> {
    return this.#ending(
      (session) => session.account === user && session.id !== except,
      () => this.#queries.endAll(user, except),
    );
  }

  /**
   * Removes all sessions of a user from the cache while `work` ends their rows in its own transaction. `hasEnded` tells
   * from the result whether it ended them: listeners are called only then, or a wrong code would sign the owner out.
   */
  endAllWith<T>(user: number, work: () => Promise<T>, hasEnded: (result: T) => boolean = () => true): Promise<T> {
    return this.#ending((session) => session.account === user, work, hasEnded);
  }

  onEnded(listener: EndListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #ending<T>(
    isEnded: (session: Session) => boolean,
    work: () => Promise<T>,
    hasEnded: (result: T) => boolean = () => true,
  ): Promise<T> {
    this.#endings += 1;
    this.#forget(isEnded);
    // Work that throws may still have ended them.
    let ended = true;
    try {
      const result = await work();
      ended = hasEnded(result);
      return result;
    } finally {
      // A look-up that overlapped the change may have cached them again.
      this.#endings += 1;
      this.#forget(isEnded);
      if (ended) for (const listener of this.#listeners) listener(isEnded);
    }
  }

  #current(remembered: Remembered | undefined): Session | undefined {
    const now = this.#clock();
    if (remembered === undefined || remembered.session.expiresAt <= now) return undefined;
    if (now - remembered.seenAt >= SEEN_EVERY_MS) {
      remembered.seenAt = now;
      // A failed update only leaves the time of last use outdated.
      this.#queries.seen(remembered.session.id, new Date(now)).catch(() => undefined);
    }
    return remembered.session;
  }

  #remember(key: string, session: Session): Remembered {
    const remembered = { session, seenAt: this.#clock() };
    this.#remembered.set(key, remembered);
    if (this.#remembered.size > MAX_REMEMBERED) this.#forgetOldest();
    return remembered;
  }

  #forgetOldest(): void {
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest);
      return;
    }
  }

  #forget(isEnded: (session: Session) => boolean): void {
    for (const [key, { session }] of this.#remembered) {
      if (isEnded(session)) this.#remembered.delete(key);
    }
  }
}

/** The cache is keyed by a hash, so that the timing of a look-up reveals nothing about existing tokens. */
function memoryKey(token: string): string {
  return hash('sha256', token, 'base64');
}
