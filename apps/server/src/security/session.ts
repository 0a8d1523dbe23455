/** A signed-in session, as all rooms know it. */
export interface Session {
  /** Row of the session. */
  readonly id: number;
  /** The user's number, which is also the trading account's. */
  readonly account: number;
  readonly kind: 'demo' | 'real';
  /** Epoch milliseconds of the wall clock. */
  readonly expiresAt: number;
}

/** Called when sessions end early. `isEnded` tells which ones ended. */
export type EndListener = (isEnded: (session: Session) => boolean) => void;

/** Finds sessions by their tokens. The auth feature implements it. */
export interface Sessions {
  /**
   * The session of a token, from memory; undefined when it is not in memory, expired, ended or seems idle. Only the
   * database knows whether another process has seen it used.
   */
  known(token: string): Session | undefined;
  /** Like `known`, but asks the database when memory does not have the session or can't tell whether it is idle. */
  find(token: string): Promise<Session | undefined>;
  /** Ends all sessions of a user, except one if given, and their sockets' sign-in. */
  endAll(user: number, except?: number): Promise<void>;
  /** Calls the listener when sessions end early. Returns a function that removes it. */
  onEnded(listener: EndListener): () => void;
}
