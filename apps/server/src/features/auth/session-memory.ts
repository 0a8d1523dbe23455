import { hash } from 'node:crypto';
import type { EndListener, Session } from '../../security/session.ts';
import type { SeenSession } from './session-queries.ts';

/** Maximum number of cached sessions; others are read from the database. */
const MAX_REMEMBERED = 100_000;

type IsEnded = (session: Session) => boolean;

/** Sessions that have ended: those of a user or of these numbers, except one. */
export interface EndedSessions {
  readonly user?: number | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly except?: number | undefined;
}

/** A cached session. */
export interface Remembered {
  readonly session: Session;
  /** The last use that this process knows of. Other processes may have stored a later one. */
  seenAt: number;
}

/**
 * Caches recently used sessions by the hash of their token, and tells the listeners of this process which ones have ended.
 */
export class SessionMemory {
  readonly #remembered = new Map<string, Remembered>();
  readonly #listeners = new Set<EndListener>();
  /** Reads of rows that are under way, each with the endings since its begin: what it reads may have ended meanwhile. */
  readonly #reading = new Set<IsEnded[]>();

  of(token: string): Remembered | undefined {
    return this.#remembered.get(keyOf(token));
  }

  /** The numbers of all cached sessions. */
  ids(): readonly number[] {
    return [...this.#remembered.values()].map(({ session }) => session.id);
  }

  remember(token: string, { session, seenAt }: SeenSession): Remembered {
    const remembered = { session, seenAt };
    this.#remembered.set(keyOf(token), remembered);
    if (this.#remembered.size > MAX_REMEMBERED) this.#forgetOldest();
    return remembered;
  }

  /** Reads a row; `hasEnded` tells whether a session may have ended meanwhile. */
  async watched<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly hasEnded: IsEnded }> {
    const endings: IsEnded[] = [];
    this.#reading.add(endings);
    try {
      return { result: await work(), hasEnded: (session) => endings.some((isEnded) => isEnded(session)) };
    } finally {
      this.#reading.delete(endings);
    }
  }

  /** Forgets sessions that may have ended: the next look-up reads their rows. */
  forget(sessions: EndedSessions): void {
    this.#forget(endedBy(sessions));
  }

  /** Forgets sessions that have ended, and tells the listeners. */
  end(sessions: EndedSessions): void {
    const isEnded = endedBy(sessions);
    this.#forget(isEnded);
    for (const listener of this.#listeners) listener(isEnded);
  }

  onEnded(listener: EndListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #forget(isEnded: IsEnded): void {
    for (const endings of this.#reading) endings.push(isEnded);
    for (const [key, { session }] of this.#remembered) {
      if (isEnded(session)) this.#remembered.delete(key);
    }
  }

  #forgetOldest(): void {
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest);
      return;
    }
  }
}

function endedBy({ user, ids, except }: EndedSessions): IsEnded {
  const numbers = ids === undefined ? undefined : new Set(ids);
  return ({ account, id }) => (user === undefined || account === user) && numbers?.has(id) !== false && id !== except;
}

/** The cache is keyed by a hash, so that the timing of a look-up reveals nothing about existing tokens. */
function keyOf(token: string): string {
  return hash('sha256', token, 'base64');
}
