import { type Answer, done, refuse } from '../../http/answer.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { User } from './queries.ts';
import type { Origin } from './session-queries.ts';
import type { SessionStore } from './session-store.ts';

/** Idempotency key of the command that opens an account. Clients' keys are longer, so they can't collide with it. */
const OPENING_KEY = 'open';

/** A newly opened session with its token, which is not stored in clear. */
export interface IssuedSession {
  readonly token: string;
  readonly user: User;
  /** Id of the session. */
  readonly session: number;
}

/** Opens sessions for users who have proven their identity. */
export class SessionIssuer {
  readonly #trading: TradingHost;
  readonly #sessions: SessionStore;

  constructor(trading: TradingHost, sessions: SessionStore) {
    this.#trading = trading;
    this.#sessions = sessions;
  }

  /**
   * Opens a session. Also opens the trading account when it is missing, so that a crash between creating the user and
   * this step is repaired at the next sign-in. The command's key keeps it one account per user.
   */
  async issue(user: User, passwordHash: string | null, origin: Origin): Promise<Answer<IssuedSession>> {
    if (this.#trading.account(user.id) === undefined) {
      const outcome = await this.#trading.submit({
        type: 'openAccount',
        account: user.id,
        kind: user.kind,
        key: OPENING_KEY,
      });
      if (!outcome.ok) return refuse(outcome.reason, outcome.detail);
    }
    const opened = await this.#sessions.open(user, passwordHash, origin);
    // The password changed or the user was blocked after the check.
    return opened === undefined
      ? refuse('login_failed')
      : done({ token: opened.token, user, session: opened.session.id });
  }
}
