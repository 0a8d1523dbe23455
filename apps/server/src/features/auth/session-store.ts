import { hash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { newSecret, secretHash } from '../../platform/secret.ts';
import type { EndListener, Session, Sessions } from '../../platform/session.ts';
import type { User } from './queries.ts';
import type { Origin, SessionQueries, SessionRecord } from './session-queries.ts';

const LIFETIME_MS = 30 * 24 * 3600 * 1000;
/** How exactly "last seen" is known. */
const SEEN_EVERY_MS = 10 * 60_000;
/** Sessions remembered at a time; the others are found in the database again. */
const MAX_REMEMBERED = 100_000;
/** A token of ours is 43 characters; anything much longer is not even hashed. */
const MAX_TOKEN_LENGTH = 128;

interface Remembered {
  readonly session: Session;
  seenAt: number;
}

/**
 * Opens, finds and ends sessions. Memory holds what was used lately, by the token's hash. Ending one forgets it at
 * once: this process is the only one that ends sessions of its database.
 */
export class SessionStore implements Sessions {
  private readonly remembered = new Map<string, Remembered>();
  private readonly listeners = new Set<EndListener>();
  private readonly queries: SessionQueries;
  private readonly clock: Clock;
  /** Counts endings, so that a look-up that began before one isn't remembered after it. */
  private endings = 0;

  constructor(queries: SessionQueries, clock: Clock) {
    this.queries = queries;
    this.clock = clock;
  }

  /**
   * A new session and its token, which is told only here. Undefined when the password that was checked is no longer the
   * user's, or the user is blocked.
   */
  async open(
    user: User,
    passwordHash: string | null,
    origin: Origin,
  ): Promise<{ readonly token: string; readonly session: Session } | undefined> {
    const token = newSecret();
    const endingsBefore = this.endings;
    const session = await this.queries.insert(
      user,
      passwordHash,
      secretHash(token),
      this.clock() + LIFETIME_MS,
      origin,
    );
    if (session === undefined) return undefined;
    if (endingsBefore === this.endings) this.remember(memoryKey(token), session);
    return { token, session };
  }

  known(token: string): Session | undefined {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    return this.current(this.remembered.get(memoryKey(token)));
  }

  async find(token: string): Promise<Session | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const key = memoryKey(token);
    const remembered = this.remembered.get(key);
    if (remembered !== undefined) return this.current(remembered);
    const endingsBefore = this.endings;
    const session = await this.queries.byHash(secretHash(token));
    // What was read while sessions were being ended may have been one of them.
    if (endingsBefore !== this.endings) return this.find(token);
    if (session === undefined || session.expiresAt <= this.clock()) return undefined;
    return this.current(this.remember(key, session));
  }

  /** The sessions of a user, the latest first. */
  list(user: number): Promise<readonly SessionRecord[]> {
    return this.queries.ofUser(user, new Date(this.clock()));
  }

  /** Ends a session of a user; nothing happens when the user has none of this number. */
  async end(user: number, id: number): Promise<void> {
    await this.ending(
      (session) => session.account === user && session.id === id,
      () => this.queries.end(user, id),
    );
  }

  endAll(user: number, except?: number): Promise<void> {
    return this.ending(
      (session) => session.account === user && session.id !== except,
      () => this.queries.endAll(user, except),
    );
  }

  /**
   * Forgets all sessions of a user while `work` ends their rows together with something else. `hasEnded` tells from its
   * result whether it did: nobody is told of sessions that go on, or a wrong code would sign its owner out.
   */
  endAllWith<T>(user: number, work: () => Promise<T>, hasEnded: (result: T) => boolean = () => true): Promise<T> {
    return this.ending((session) => session.account === user, work, hasEnded);
  }

  onEnded(listener: EndListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async ending<T>(
    isEnded: (session: Session) => boolean,
    work: () => Promise<T>,
    hasEnded: (result: T) => boolean = () => true,
  ): Promise<T> {
    this.endings += 1;
    this.forget(isEnded);
    // Work that fails may have ended them all the same.
    let ended = true;
    try {
      const result = await work();
      ended = hasEnded(result);
      return result;
    } finally {
      // A look-up that overlapped the change may have found them alive.
      this.endings += 1;
      this.forget(isEnded);
      if (ended) for (const listener of this.listeners) listener(isEnded);
    }
  }

  private current(remembered: Remembered | undefined): Session | undefined {
    const now = this.clock();
    if (remembered === undefined || remembered.session.expiresAt <= now) return undefined;
    if (now - remembered.seenAt >= SEEN_EVERY_MS) {
      remembered.seenAt = now;
      // A look that is not written down costs nothing but its mark in a list.
      this.queries.seen(remembered.session.id, new Date(now)).catch(() => undefined);
    }
    return remembered.session;
  }

  private remember(key: string, session: Session): Remembered {
    const remembered = { session, seenAt: this.clock() };
    this.remembered.set(key, remembered);
    if (this.remembered.size > MAX_REMEMBERED) this.forgetOldest();
    return remembered;
  }

  private forgetOldest(): void {
    for (const oldest of this.remembered.keys()) {
      this.remembered.delete(oldest);
      return;
    }
  }

  private forget(isEnded: (session: Session) => boolean): void {
    for (const [key, { session }] of this.remembered) {
      if (isEnded(session)) this.remembered.delete(key);
    }
  }
}

/** Memory is searched by a hash too, so that the time of a search tells nothing about tokens that exist. */
function memoryKey(token: string): string {
  return hash('sha256', token, 'base64');
}
