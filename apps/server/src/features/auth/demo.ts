import { type Answer, done, refuse } from '../../http/answer.ts';
import type { CallContext } from '../../http/calls.ts';
import type { NetworkBudgets } from '../../http/network-budgets.ts';
import { newSecret, secretHash } from '../../security/random-secret.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';
import type { DemoUser, User, UserQueries } from './queries.ts';
import { demoIdsFor } from './secrets.ts';
import type { IssuedSession, SessionIssuer } from './session-issuer.ts';

/** A session of a demo account, and the secret with which this device signs in to the account again. */
export interface IssuedDemoSession extends IssuedSession {
  readonly demoId: string;
}

/** The demo account of the first of these demo_ids that has one. */
export async function findDemo(
  users: Pick<UserQueries, 'byDemoHash'>,
  ids: readonly string[],
): Promise<{ readonly user: DemoUser; readonly demoId: string } | undefined> {
  for (const demoId of ids) {
    const user = await users.byDemoHash(secretHash(demoId));
    if (user !== undefined) return { user, demoId };
  }
  return undefined;
}

/** Signs devices in to their demo accounts, one account per device. */
export class DemoSignIn {
  readonly #users: UserQueries;
  readonly #secrets: Pick<Secrets, 'fingerprints'>;
  readonly #issuer: SessionIssuer;
  readonly #limits: Pick<NetworkBudgets<'newDemo'>, 'take'>;

  constructor(
    users: UserQueries,
    issuer: SessionIssuer,
    limits: Pick<NetworkBudgets<'newDemo'>, 'take'>,
    secrets: Pick<Secrets, 'fingerprints'>,
  ) {
    this.#users = users;
    this.#secrets = secrets;
    this.#issuer = issuer;
    this.#limits = limits;
  }

  /** Signs in to the device's demo account, or creates one when the device sends no known demo_id. */
  async signIn(given: string | undefined, context: CallContext): Promise<Answer<IssuedDemoSession>> {
    const known = given === undefined || given === '' ? undefined : await this.#users.byDemoHash(secretHash(given));
    if (known?.isRetired === true) return refuse('demo_retired');
    if (known !== undefined && given !== undefined) return this.#issue(known, given, context);
    const ids = demoIdsFor(context.key, this.#secrets);
    const earlier = await findDemo(this.#users, ids);
    if (earlier?.user.isRetired === true) return refuse('demo_retired');
    if (earlier !== undefined) return this.#issue(earlier.user, earlier.demoId, context);
    const [demoId = newSecret()] = ids;
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
