import { CODES, PRIVATE_TOPICS, topicData } from '@fairlot/contract';
import type { ClientMessage, ServerMessage } from '@fairlot/contract';
import type { z } from 'zod/mini';

/** A subscribed topic without a snapshot asks again after this time. */
export const ANSWER_TIMEOUT_MS = 5_000;
/** Two subscriptions to one topic are at least this far apart, whatever goes wrong. */
export const RESUBSCRIBE_MIN_MS = 1_000;

/** A topic of the socket. */
export type Topic = 'DAY_MARKET' | 'FOREX_TRADE' | 'FOREX_CLOSED' | 'SUPPORT' | 'PRICE_ALERT' | `KLINE.${string}`;
type TopicKey<T extends Topic> = T extends `KLINE.${string}` ? 'KLINE' : T;
/** What the snapshots and updates of a topic carry. */
export type TopicData<T extends Topic> = z.output<(typeof topicData)[Extract<TopicKey<T>, keyof typeof topicData>]>;

/** What a listener of a topic is told. `stale`: what it has is no longer known to be current; a snapshot ends that. */
export type TopicEvent<T extends Topic = Topic> =
  { readonly kind: 'snapshot' | 'update'; readonly data: TopicData<T> } | { readonly kind: 'stale' };

/** What is to be done: send, tell the listeners of a topic, report. */
export type TopicEffect =
  | { readonly do: 'send'; readonly message: ClientMessage }
  | { readonly do: 'deliver'; readonly topic: Topic; readonly event: TopicEvent }
  | { readonly do: 'sessionInvalid' }
  | { readonly do: 'log'; readonly text: string; readonly detail?: unknown };

interface Subscription {
  refs: number;
  /** idle: not asked on this connection; asked: waiting for a snapshot; synced; refused: not asked again on this connection. */
  phase: 'idle' | 'asked' | 'synced' | 'refused';
  seq: number;
  askedAt: number;
  /** When to subscribe again; undefined when nothing is wrong. */
  askAt: number | undefined;
  /** Whether its listeners hold what was delivered for current. */
  current: boolean;
}

/**
 * The topics of one connection after another: signs in, subscribes, counts references, and subscribes again after a gap.
 * Deterministic, like Link.
 */
export class Topics {
  readonly #topics = new Map<Topic, Subscription>();
  #up = false;
  #token: string | null = null;
  #signedIn = false;
  /** Logins without an answer: only the answer to the last one counts. */
  #logins = 0;
  /** When to sign in again; undefined when nothing is due. */
  #loginAt: number | undefined;

  /** When `time` must be told next. */
  get deadline(): number | undefined {
    if (!this.#up) return undefined;
    let earliest = this.#loginAt;
    for (const { askAt } of this.#topics.values()) {
      if (askAt !== undefined && (earliest === undefined || askAt < earliest)) earliest = askAt;
    }
    return earliest;
  }

  /** Whether each topic that is wanted (and allowed) has its snapshot. */
  get synced(): boolean {
    return [...this.#topics].every(
      ([topic, { phase }]) => phase === 'synced' || phase === 'refused' || (isPrivate(topic) && !this.#signedIn),
    );
  }

  up(now: number): TopicEffect[] {
    this.#up = true;
    this.#logins = 0;
    const effects = this.#login(now);
    for (const [topic, subscription] of this.#topics) effects.push(...this.#ask(topic, subscription, now));
    return effects;
  }

  down(): TopicEffect[] {
    this.#up = false;
    this.#signedIn = false;
    this.#loginAt = undefined;
    return [...this.#topics.keys()].flatMap((topic) => this.#forget(topic));
  }

  /** Another user signed in, or this one out: private figures of the former one are void at once. */
  setToken(token: string | null, now: number): TopicEffect[] {
    if (token === this.#token) return [];
    const effects = this.#forgetPrivate();
    if (this.#up && this.#token !== null) effects.push({ do: 'send', message: { type: 'logout' } });
    this.#signedIn = false;
    this.#token = token;
    this.#loginAt = undefined;
    return this.#up ? [...effects, ...this.#login(now)] : effects;
  }

  /** One more listener. A topic that others read already is asked anew, so that this one gets a snapshot too. */
  add(topic: Topic, now: number): TopicEffect[] {
    const known = this.#topics.get(topic);
    if (known !== undefined) {
      known.refs += 1;
      if (known.phase === 'synced') this.#askLater(known, now);
      return this.#up ? this.time(now) : [];
    }
    const subscription: Subscription = {
      refs: 1,
      phase: 'idle',
      seq: 0,
      askedAt: Number.NEGATIVE_INFINITY,
      askAt: undefined,
      current: false,
    };
    this.#topics.set(topic, subscription);
    return this.#up ? this.#ask(topic, subscription, now) : [];
  }

  remove(topic: Topic): TopicEffect[] {
    const subscription = this.#topics.get(topic);
    if (subscription === undefined) return [];
    subscription.refs -= 1;
    if (subscription.refs > 0) return [];
    this.#topics.delete(topic);
    const asked = subscription.phase === 'asked' || subscription.phase === 'synced';
    return this.#up && asked ? [{ do: 'send', message: { type: 'unsubscribe', topic } }] : [];
  }

  time(now: number): TopicEffect[] {
    if (!this.#up) return [];
    let again: TopicEffect[] = [];
    if (this.#loginAt !== undefined && now >= this.#loginAt) {
      this.#logins = 0;
      again = this.#login(now);
    }
    return [
      ...again,
      ...[...this.#topics].flatMap(([topic, subscription]) =>
        subscription.askAt !== undefined && now >= subscription.askAt ? this.#ask(topic, subscription, now) : [],
      ),
    ];
  }

  message(message: ServerMessage, now: number): TopicEffect[] {
    if (!this.#up) return [];
    switch (message.type) {
      case 'login_result':
        return this.#onLogin(message, now);
      case 'snapshot':
      case 'update':
        return this.#onData(message, now);
      case 'error':
        return this.#onError(message, now);
      case 'logout_result':
      case 'unsubscribed':
      case 'pong':
      case 'server_shutdown':
        return [];
    }
  }

  #login(now: number): TopicEffect[] {
    if (this.#token === null) return [];
    this.#logins += 1;
    this.#loginAt = now + ANSWER_TIMEOUT_MS;
    return [{ do: 'send', message: { type: 'login', token: this.#token } }];
  }

  #ask(topic: Topic, subscription: Subscription, now: number): TopicEffect[] {
    if (isPrivate(topic) && !this.#signedIn) {
      subscription.askAt = undefined;
      return [];
    }
    subscription.phase = 'asked';
    subscription.askedAt = now;
    subscription.askAt = now + ANSWER_TIMEOUT_MS;
    return [{ do: 'send', message: { type: 'subscribe', topic } }];
  }

  #askLater(subscription: Subscription, now: number): void {
    subscription.askAt = Math.max(now, subscription.askedAt + RESUBSCRIBE_MIN_MS);
  }

  #forgetPrivate(): TopicEffect[] {
    return [...this.#topics.keys()].filter(isPrivate).flatMap((topic) => this.#forget(topic));
  }

  #forget(topic: Topic): TopicEffect[] {
    const subscription = this.#topics.get(topic);
    if (subscription === undefined) return [];
    subscription.phase = 'idle';
    subscription.askAt = undefined;
    return this.#stale(topic, subscription);
  }

  /** Tells the listeners, once, that what they have is void. */
  #stale(topic: Topic, subscription: Subscription): TopicEffect[] {
    if (!subscription.current) return [];
    subscription.current = false;
    return [{ do: 'deliver', topic, event: { kind: 'stale' } }];
  }

  #onLogin(message: ServerMessage, now: number): TopicEffect[] {
    // A server may also say by itself that the session ended.
    this.#logins = Math.max(0, this.#logins - 1);
    // The answer to a login that a sign-out or another sign-in has overtaken.
    if (this.#token === null || this.#logins > 0) return [];
    if (message.code !== CODES.ok) {
      const effects = this.#forgetPrivate();
      this.#signedIn = false;
      if (message.code !== CODES.session_invalid)
        return [...effects, { do: 'log', text: 'socket sign-in failed', detail: message }];
      this.#loginAt = undefined;
      return [...effects, { do: 'sessionInvalid' }];
    }
    this.#loginAt = undefined;
    this.#signedIn = true;
    return [...this.#topics].flatMap(([topic, subscription]) =>
      isPrivate(topic) ? this.#ask(topic, subscription, now) : [],
    );
  }

  #onData(message: ServerMessage, now: number): TopicEffect[] {
    const topic = message.topic as Topic;
    const subscription = this.#topics.get(topic);
    const { seq } = message;
    if (subscription === undefined || seq === undefined) return [];
    if (message.type === 'update') {
      if (subscription.phase !== 'synced' || seq <= subscription.seq) return [];
      if (seq > subscription.seq + 1) {
        this.#askLater(subscription, now);
        subscription.phase = 'asked';
        return [...this.#stale(topic, subscription), ...this.time(now)];
      }
    } else if (subscription.phase !== 'asked' && subscription.phase !== 'synced') return [];
    const parsed = schemaOf(topic).safeParse(message.data);
    if (!parsed.success) {
      subscription.phase = 'asked';
      subscription.askAt = now + ANSWER_TIMEOUT_MS;
      return [
        { do: 'log', text: `unreadable ${message.type} of ${topic}`, detail: parsed.error },
        ...this.#stale(topic, subscription),
      ];
    }
    subscription.seq = seq;
    subscription.current = true;
    if (message.type === 'snapshot') {
      subscription.phase = 'synced';
      subscription.askAt = undefined;
    }
    return [{ do: 'deliver', topic, event: { kind: message.type, data: parsed.data } as TopicEvent }];
  }

  /** A topic that does not exist is not asked for again; any other trouble may pass. */
  #onError(message: ServerMessage, now: number): TopicEffect[] {
    const subscription = this.#topics.get(message.topic as Topic);
    if (subscription !== undefined) {
      const forGood = message.code === CODES.unknown_topic;
      subscription.phase = forGood ? 'refused' : 'asked';
      subscription.askAt = forGood ? undefined : now + ANSWER_TIMEOUT_MS;
    }
    return [{ do: 'log', text: `socket error ${message.reason ?? message.code}`, detail: message }];
  }
}

function isPrivate(topic: Topic): boolean {
  return PRIVATE_TOPICS.includes(topic);
}

function schemaOf(topic: Topic): z.ZodMiniType {
  return topic.startsWith('KLINE.') ? topicData.KLINE : topicData[topic as keyof typeof topicData];
}
