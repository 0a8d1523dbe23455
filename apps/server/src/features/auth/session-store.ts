import { hash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Session, Sessions } from '../../platform/session.ts';
import type { AuthQueries, User } from './queries.ts';
import { newSecret, secretHash } from './secrets.ts';

const LIFETIME_MS = 30 * 24 * 3600 * 1000;
/** Sessions remembered at a time; the others are found in the database again. */
const MAX_REMEMBERED = 100_000;
/** A token of ours is 43 characters; anything much longer is not even hashed. */
const MAX_TOKEN_LENGTH = 128;

/**
 * Opens, finds and ends sessions. Memory holds what was used lately, by the token's hash. Ending one forgets it at
 * once: this process is the only one that ends sessions of its database.
 */
export class SessionStore implements Sessions {
  private readonly remembered = new Map<string, Session>();
  private readonly listeners = new Set<(session: Session) => void>();
  private readonly queries: AuthQueries;
  private readonly clock: Clock;
  /** Counts endings, so that a look-up that began before one isn't remembered after it. */
  private endings = 0;

  constructor(queries: AuthQueries, clock: Clock) {
    this.queries = queries;
    this.clock = clock;
  }

  /** A new session and its token, which is told only here. */
  async open(user: User): Promise<{ readonly token: string; readonly session: Session }> {
    const token = newSecret();
    const session = await this.queries.insertSession(user, secretHash(token), this.clock() + LIFETIME_MS);
    this.remember(memoryKey(token), session);
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
    const session = this.current(await this.queries.sessionByHash(secretHash(token)));
    if (session !== undefined && endingsBefore === this.endings) this.remember(key, session);
    return session;
  }

  async end(session: Session): Promise<void> {
    this.endings += 1;
    this.forget(session);
    await this.queries.endSession(session.id);
    // A look-up that overlapped the update may have found it alive.
    this.endings += 1;
    this.forget(session);
    for (const listener of this.listeners) listener(session);
  }

  onEnded(listener: (session: Session) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private current(session: Session | undefined): Session | undefined {
    return session !== undefined && session.expiresAt > this.clock() ? session : undefined;
  }

  private remember(key: string, session: Session): void {
    this.remembered.set(key, session);
    if (this.remembered.size <= MAX_REMEMBERED) return;
    for (const oldest of this.remembered.keys()) {
      this.remembered.delete(oldest);
      return;
    }
  }

  private forget(session: Session): void {
    for (const [key, remembered] of this.remembered) {
      if (remembered.id === session.id) this.remembered.delete(key);
    }
  }
}

/** Memory is searched by a hash too, so that the time of a search tells nothing about tokens that exist. */
function memoryKey(token: string): string {
  return hash('sha256', token, 'base64');
}
