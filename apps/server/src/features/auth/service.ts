import type { TradingHost } from '../../trading/port.ts';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import { addressGroup } from '../../platform/addresses.ts';
import type { Session } from '../../platform/session.ts';
import type { TokenBuckets } from '../../platform/token-bucket.ts';
import type { AuthQueries, User } from './queries.ts';
import { demoIdFor, secretHash } from './secrets.ts';
import type { SessionStore } from './session-store.ts';

/** Key of the command that opens an account. Clients' keys are longer, so none of theirs can be it. */
const OPENING_KEY = 'open';

export interface SignedIn {
  readonly token: string;
  readonly user: User;
  readonly demoId: string;
}

export interface AuthDeps {
  readonly queries: AuthQueries;
  readonly sessions: SessionStore;
  readonly trading: TradingHost;
  /** New demo accounts by address. */
  readonly demoLimit: TokenBuckets;
}

/** Signing in and out. */
export class AuthService {
  private readonly deps: AuthDeps;

  constructor(deps: AuthDeps) {
    this.deps = deps;
  }

  /** Signs in to the demo account of a device, or makes one where the device has none that we know. */
  async signInDemo(given: string | undefined, key: string, address: string): Promise<Answer<SignedIn>> {
    const known = given === undefined || given === '' ? undefined : await this.deps.queries.userByDemoHash(secretHash(given));
    if (known !== undefined && given !== undefined) return this.enter(known, given);
    const demoId = demoIdFor(key);
    const earlier = await this.deps.queries.userByDemoHash(secretHash(demoId));
    if (earlier !== undefined) return this.enter(earlier, demoId);
    if (!this.deps.demoLimit.take(addressGroup(address))) return refuse('demo_limit_reached');
    const user = await this.deps.queries.insertDemo(secretHash(demoId)) ?? await this.deps.queries.userByDemoHash(secretHash(demoId));
    if (user === undefined) throw new Error('a demo user vanished while it was made');
    return this.enter(user, demoId);
  }

  async user(session: Session): Promise<Answer<User>> {
    const user = await this.deps.queries.userById(session.account);
    return user === undefined ? refuse('session_invalid') : done(user);
  }

  async signOut(session: Session): Promise<void> {
    await this.deps.sessions.end(session);
  }

  /** The trading account is opened here and not where the user is made, so that a crash between the two heals itself. */
  private async enter(user: User, demoId: string): Promise<Answer<SignedIn>> {
    if (this.deps.trading.account(user.id) === undefined) {
      const outcome = await this.deps.trading.submit({ type: 'openAccount', account: user.id, kind: user.kind, key: OPENING_KEY });
      if (!outcome.ok) return refuse(outcome.reason, outcome.detail);
    }
    const { token } = await this.deps.sessions.open(user);
    return done({ token, user, demoId });
  }
}
