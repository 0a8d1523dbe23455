import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { User } from './queries.ts';
import type { SessionStore } from './session-store.ts';
import type { Origin } from './session-queries.ts';

/** Key of the command that opens an account. Clients' keys are longer, so none of theirs can be it. */
const OPENING_KEY = 'open';

/** A user who has just come in. */
export interface Entered {
  readonly token: string;
  readonly user: User;
}

/** Lets in a user who has proven to be one. */
export class Entrance {
  private readonly trading: TradingHost;
  private readonly sessions: SessionStore;

  constructor(trading: TradingHost, sessions: SessionStore) {
    this.trading = trading;
    this.sessions = sessions;
  }

  /**
   * Opens a session. The trading account is opened here and not where the user is made, so that a crash between the two
   * heals itself at the next sign-in; its key makes it one account however often this runs.
   */
  async enter(user: User, passwordHash: string | null, origin: Origin): Promise<Answer<Entered>> {
    if (this.trading.account(user.id) === undefined) {
      const outcome = await this.trading.submit({
        type: 'openAccount',
        account: user.id,
        kind: user.kind,
        key: OPENING_KEY,
      });
      if (!outcome.ok) return refuse(outcome.reason, outcome.detail);
    }
    const opened = await this.sessions.open(user, passwordHash, origin);
    // The password was changed, or the user blocked, between the check and now.
    return opened === undefined ? refuse('login_failed') : done({ token: opened.token, user });
  }
}
