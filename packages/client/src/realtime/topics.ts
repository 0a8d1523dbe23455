import { PRIVATE_TOPICS, topicData } from '@fairlot/contract';
import type { ClientMessage, ServerMessage } from '@fairlot/contract';
import type { z } from 'zod/mini';
import { KNOWN_CODES } from '../http/known-codes.ts';

/** A topic without a snapshot is subscribed again after this time. */
export const ANSWER_TIMEOUT_MS = 5_000;
/** Minimum time between two subscriptions to one topic. */
export const RESUBSCRIBE_MIN_MS = 1_000;

/** A topic of the socket. */
export type Topic =
  'DAY_MARKET' | 'TERMS' | 'FOREX_TRADE' | 'FOREX_CLOSED' | 'SUPPORT' | 'PRICE_ALERT' | `KLINE.${string}`;
type TopicKey<T extends Topic> = T extends `KLINE.${string}` ? 'KLINE' : T;
/** The data of a topic's snapshots and updates. */
export type TopicData<T extends Topic> = z.output<(typeof topicData)[Extract<TopicKey<T>, keyof typeof topicData>]>;

/** An event for the listeners of a topic. `stale`: the data may be out of date until the next snapshot. */
export type TopicEvent<T extends Topic = Topic> =
  { readonly kind: 'snapshot' | 'update'; readonly data: TopicData<T> } | { readonly kind: 'stale' };

/** Actions that Topics requests. */
export type TopicEffect =
  | { readonly do: 'send'; readonly message: ClientMessage }
  | { readonly do: 'deliver'; readonly topic: Topic; readonly event: TopicEvent }
  | { readonly do: 'sessionInvalid' }
  | { readonly do: 'log'; readonly text: string; readonly detail?: unknown };

interface Subscription {
  refs: number;
  /**
   * State on this connection. idle: not subscribed; asked: waits for a snapshot; synced: has one; refused: not to be
   * subscribed again.
   */
  phase: 'idle' | 'asked' | 'synced' | 'refused';
  seq: number;
  askedAt: number;
  /** Time of the next subscription; undefined if none is needed. */
  askAt: number | undefined;
  /** True while the listeners have current data. */
  current: boolean;
}

/**
 * State machine of the topics across reconnections: signs in, subscribes, counts listeners, and subscribes again after
 * a gap. Deterministic, like Link.
 */
export class Topics {
  readonly #topics = new Map<Topic, Subscription>();
  #up = false;
  #token: string | null = null;
  #signedIn = false;
  /**
   * Number of logouts without an answer. The server answers in order, and also says unasked that a session has ended: all
   * that it says of a sign-in until then is about a former session.
   */
  #logouts = 0;
  /** Time of the next sign-in; undefined if none is due. */
  #loginAt: number | undefined;

  /** Time at which the next `time` input is due; undefined if none is. */
  get deadline(): number | undefined {
    if (!this.#up) return undefined;
    let earliest = this.#loginAt;
    for (const { askAt } of this.#topics.values()) {
      if (askAt !== undefined && (earliest === undefined || askAt < earliest)) earliest = askAt;
    }
    return earliest;
  }

  /** True if every subscribed topic that the user may read has its snapshot. */
  get synced(): boolean {
    return [...this.#topics].every(
      ([topic, { phase }]) => phase === 'synced' || phase === 'refused' || (isPrivate(topic) && !this.#signedIn),
    );
  }

  up(now: number): TopicEffect[] {
    this.#up = true;
    this.#logouts = 0;
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

  /** Handles a sign-in or sign-out: private data of the former user becomes stale at once. */
  setToken(token: string | null, now: number): TopicEffect[] {
    if (token === this.#token) return [];
    const effects = this.#forgetPrivate();
    if (this.#up && this.#token !== null) {
      this.#logouts += 1;
      effects.push({ do: 'send', message: { type: 'logout' } });
    }
    this.#signedIn = false;
    this.#token = token;
    this.#loginAt = undefined;
    return this.#up ? [...effects, ...this.#login(now)] : effects;
  }

  /**
   * Adds a listener. A topic that is already subscribed is subscribed again, so that this listener gets a snapshot too.
   */
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
      this.#logouts = 0;
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
        this.#logouts = Math.max(0, this.#logouts - 1);
        return [];
      case 'unsubscribed':
      case 'pong':
      case 'server_shutdown':
        return [];
    }
  }

  #login(now: number): TopicEffect[] {
    if (this.#token === null) return [];
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

  /** Notifies the listeners once that their data is stale. */
  #stale(topic: Topic, subscription: Subscription): TopicEffect[] {
    if (!subscription.current) return [];
    subscription.current = false;
    return [{ do: 'deliver', topic, event: { kind: 'stale' } }];
  }

  #onLogin(message: ServerMessage, now: number): TopicEffect[] {
    if (this.#token === null || this.#logouts > 0) return [];
    if (message.code !== KNOWN_CODES.ok) {
      const effects = this.#forgetPrivate();
      this.#signedIn = false;
      if (message.code !== KNOWN_CODES.session_invalid)
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

  /** Handles an error. A topic that does not exist is not subscribed again; other errors may be temporary. */
  #onError(message: ServerMessage, now: number): TopicEffect[] {
    const subscription = this.#topics.get(message.topic as Topic);
    if (subscription !== undefined) {
      const forGood = message.code === KNOWN_CODES.unknown_topic;
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
