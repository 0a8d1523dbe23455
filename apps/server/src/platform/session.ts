/** A signed-in session, as every room may know it. */
export interface Session {
  /** Row of the session. */
  readonly id: number;
  /** The user, who is also the trading account. */
  readonly account: number;
  readonly kind: 'demo' | 'real';
  /** Epoch milliseconds of the wall clock. */
  readonly expiresAt: number;
}

/** Finds sessions by their tokens; the auth feature is one. */
export interface Sessions {
  /** The session of a token, from memory when it is known; undefined when there is none, or it has expired or was ended. */
  known(token: string): Session | undefined;
  /** The same, asking the database when memory does not know. */
  find(token: string): Promise<Session | undefined>;
  /** Called when a session ends before its time. Returns how to stop listening. */
  onEnded(listener: (session: Session) => void): () => void;
}
