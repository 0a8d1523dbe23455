import { type Answer, done, refuse } from '../../http/answer.ts';
import type { CallContext } from '../../http/calls.ts';
import type { NetworkBudgets } from '../../http/network-budgets.ts';
import { secretHash } from '../../security/random-secret.ts';
import type { User, UserQueries } from './queries.ts';
import { demoIdFor } from './secrets.ts';
import type { IssuedSession, SessionIssuer } from './session-issuer.ts';

/** A session of a demo account, and the secret with which this device signs in to the account again. */
export interface IssuedDemoSession extends IssuedSession {
  readonly demoId: string;
}

/** Signs devices in to their demo accounts, one account per device. */
export class DemoSignIn {
  readonly #users: UserQueries;
  readonly #issuer: SessionIssuer;
  readonly #limits: Pick<NetworkBudgets<'newDemo'>, 'take'>;

  constructor(users: UserQueries, issuer: SessionIssuer, limits: Pick<NetworkBudgets<'newDemo'>, 'take'>) {
    this.#users = users;
    this.#issuer = issuer;
    this.#limits = limits;
  }

  /** Signs in to the device's demo account, or creates one when the device sends no known demo_id. */
  async signIn(given: string | undefined, context: CallContext): Promise<Answer<IssuedDemoSession>> {
    const known = given === undefined || given === '' ? undefined : await this.#users.byDemoHash(secretHash(given));
    if (known?.isRetired === true) return refuse('demo_retired');
    if (known !== undefined && given !== undefined) return this.#issue(known, given, context);
    const demoId = demoIdFor(context.key);
    const earlier = await this.#users.byDemoHash(secretHash(demoId));
    if (earlier?.isRetired === true) return refuse('demo_retired');
    if (earlier !== undefined) return this.#issue(earlier, demoId, context);
    if (!this.#limits.take('newDemo', context.address)) return refuse('demo_limit_reached');
    const user =
      (await this.#users.insertDemo(secretHash(demoId))) ?? (await this.#users.byDemoHash(secretHash(demoId)));
    if (user === undefined) throw new Error('the demo user is missing after its insertion');
    return this.#issue(user, demoId, context);
  }

  async #issue(user: User, demoId: string, context: CallContext): Promise<Answer<IssuedDemoSession>> {
    context.actor.user = user.id;
    const issued = await this.#issuer.issue(user, null, context);
    return issued.ok ? done({ ...issued.data, demoId }) : issued;
  }
}
