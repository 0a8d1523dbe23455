import { addressGroup } from '../../platform/addresses.ts';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { CallContext } from '../../platform/calls.ts';
import { secretHash } from '../../platform/secret.ts';
import type { TokenBuckets } from '../../platform/token-bucket.ts';
import type { Entered, Entrance } from './entrance.ts';
import type { User, UserQueries } from './queries.ts';
import { demoIdFor } from './secrets.ts';

/** Somebody who has come in to a demo account, and how this device finds it again. */
export interface DemoEntered extends Entered {
  readonly demoId: string;
}

/** Demo accounts, one a device. */
export class DemoSignIn {
  private readonly users: UserQueries;
  private readonly entrance: Entrance;
  /** New demo accounts by address. */
  private readonly limit: TokenBuckets;

  constructor(users: UserQueries, entrance: Entrance, limit: TokenBuckets) {
    this.users = users;
    this.entrance = entrance;
    this.limit = limit;
  }

  /** Signs in to the demo account of a device, or makes one where the device has none that we know. */
  async signIn(given: string | undefined, context: CallContext): Promise<Answer<DemoEntered>> {
    const known = given === undefined || given === '' ? undefined : await this.users.byDemoHash(secretHash(given));
    if (known !== undefined && given !== undefined) return this.enter(known, given, context);
    const demoId = demoIdFor(context.key);
    const earlier = await this.users.byDemoHash(secretHash(demoId));
    if (earlier !== undefined) return this.enter(earlier, demoId, context);
    if (!this.limit.take(addressGroup(context.address))) return refuse('demo_limit_reached');
    const user = (await this.users.insertDemo(secretHash(demoId))) ?? (await this.users.byDemoHash(secretHash(demoId)));
    if (user === undefined) throw new Error('a demo user vanished while it was made');
    return this.enter(user, demoId, context);
  }

  private async enter(user: User, demoId: string, context: CallContext): Promise<Answer<DemoEntered>> {
    const entered = await this.entrance.enter(user, null, context);
    return entered.ok ? done({ ...entered.data, demoId }) : entered;
  }
}
