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

/** Is told of sessions that ended before their time, by what tells whether one is among them. */
export type EndListener = (isEnded: (session: Session) => boolean) => void;

/** Finds sessions by their tokens; the auth feature is one. */
export interface Sessions {
  /** The session of a token, from memory when it is known; undefined when there is none, or it has expired or was ended. */
  known(token: string): Session | undefined;
  /** The same, asking the database when memory does not know. */
  find(token: string): Promise<Session | undefined>;
  /** Ends all sessions of a user, or all but one, and drops their sockets. */
  endAll(user: number, except?: number): Promise<void>;
  /** Called when sessions end before their time. Returns how to stop listening. */
  onEnded(listener: EndListener): () => void;
}
