import type { Clock } from '../../platform/clock.ts';
import { TokenBuckets } from '../../security/token-buckets.ts';
import type { Conversations, WriteResult } from './conversations.ts';
import type { Feedback } from './feedback.ts';
import type { SupportNotifier } from './notifier.ts';

/** Limit per user: a burst of ten messages, then one every three seconds. */
const PER_SECOND = 1 / 3;
const AT_ONCE = 10;

export interface SupportDeps {
  readonly conversations: Conversations;
  readonly feedback: Feedback;
  readonly notifier: SupportNotifier;
  readonly clock: Clock;
}

/** The users' side of the support chat. Messages are stored before anyone is notified. */
export class SupportService {
  readonly #deps: SupportDeps;
  readonly #limit: TokenBuckets;

  constructor(deps: SupportDeps) {
    this.#deps = deps;
    this.#limit = new TokenBuckets(PER_SECOND, AT_ONCE, deps.clock);
  }

  /** Stores a user's message to customer service. */
  async ask(user: number, text: string, key: string): Promise<WriteResult | 'too_many_requests'> {
    if (!this.#limit.take(user)) return 'too_many_requests';
    const { conversations, notifier, clock } = this.#deps;
    const result = await conversations.write({ user, text, at: new Date(clock()), key });
    if (typeof result !== 'string' && !result.repeated) notifier.written(result.message);
    return result;
  }

  /** Stores a suggestion or complaint. Returns its id; a repeated request (same key) returns the same id. */
  async complain(
    user: number,
    kind: 'suggestion' | 'complaint',
    text: string,
    key: string,
  ): Promise<number | 'key_reused' | 'too_many_messages' | 'too_many_requests'> {
    if (!this.#limit.take(user)) return 'too_many_requests';
    const { feedback, notifier, clock } = this.#deps;
    const id = await feedback.add({ user, kind, text, key, at: new Date(clock()) });
    if (typeof id === 'number') notifier.changed();
    return id;
  }
}
