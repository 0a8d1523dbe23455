import { type ClientMessage, PRIVATE_TOPICS, type SubscriptionMode, clientMessage } from '@fairlot/contract';
import type { NetworkBudgets } from '../http/network-budgets.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Sessions } from '../security/session.ts';
import type { CurrentTerms } from '../trading/current-terms.ts';
import type { AccountStreams } from './account-streams.ts';
import { type Connection, POLICY_VIOLATION } from './connection.ts';
import { FastPlaces } from './fast-places.ts';
import { BAD_MESSAGES_LIMIT, MESSAGE_LIMIT_BYTES, SUBSCRIPTIONS_LIMIT } from './limits.ts';
import type { MarketStreams } from './market-streams.ts';
import { Stream } from './stream.ts';
import type { TermsStream } from './terms-stream.ts';
import type { UserTopic } from './user-topic.ts';

export interface ProtocolDeps {
  readonly sessions: Sessions;
  readonly market: MarketStreams;
  readonly accounts: AccountStreams;
  readonly terms: TermsStream;
  readonly groups: Pick<CurrentTerms, 'groupOf'>;
  readonly userTopics: readonly UserTopic[];
  /** Limits sign-ins that cost a query. */
  readonly visits: Pick<NetworkBudgets<'visit'>, 'take'>;
  readonly metrics: Metrics;
  /** True when fast subscriptions are limited by network too. */
  readonly limitsNetworks: boolean;
}

type Bad =
  | 'malformed_message'
  | 'body_too_large'
  | 'unknown_topic'
  | 'sign_in_required'
  | 'too_many_subscriptions'
  | 'overloaded';

/** Topics whose data depends on the group of a signed-in account. */
const TOPICS_OF_GROUPS = ['DAY_MARKET', 'TERMS'] as const;

/** The topic that has a fast mode. */
const FAST_TOPIC = 'DAY_MARKET';

/** Handles the messages of clients. */
export class Protocol {
  /** Streams without data, for accounts whose group is not known while their host recovers. */
  readonly #unknown: ReadonlyMap<string, Stream> = new Map(
    TOPICS_OF_GROUPS.map((topic) => [topic, new Stream(topic, 'replaceable', () => undefined)]),
  );
  readonly #fast: FastPlaces;
  readonly #deps: ProtocolDeps;

  constructor(deps: ProtocolDeps) {
    this.#deps = deps;
    this.#fast = new FastPlaces(deps.limitsNetworks);
  }

  /** Number of fast subscriptions. */
  get fastSubscriptions(): number {
    return this.#fast.held;
  }

  async receive(connection: Connection, text: Buffer): Promise<void> {
    const message = text.length > MESSAGE_LIMIT_BYTES ? 'body_too_large' : readMessage(text);
    if (typeof message === 'string') return this.#bad(connection, message);
    this.#deps.metrics.socketMessages.inc({ kind: message.type });
    switch (message.type) {
      case 'ping':
        return connection.tell('pong');
      case 'login':
        return this.#signIn(connection, message.token);
      case 'logout':
        this.signOut(connection);
        return connection.tell('logout_result');
      case 'subscribe':
        return this.#subscribe(connection, message.topic, message.mode);
      case 'unsubscribe':
        return this.#unsubscribe(connection, message.topic);
    }
  }

  /** Ends the sign-in of a socket and its private subscriptions. It is a visitor's from then on. */
  signOut(connection: Connection): void {
    this.#forgetSession(connection);
    this.regroup(connection);
  }

  /** True while subscriptions wait until the group of their account is known. */
  get waitsForGroups(): boolean {
    return [...this.#unknown.values()].some((stream) => stream.isWatched);
  }

  /**
   * Moves subscriptions to the streams of the account's present group, which begin with a snapshot. Returns false while
   * the group is not known.
   */
  regroup(connection: Connection): boolean {
    const group = this.#deps.groups.groupOf(connection.session?.account);
    if (group === 'uncommitted') return false;
    this.#enterGroup(connection);
    return true;
  }

  /** Coalesces the quotes of fast clients that do not keep up. They may subscribe again. */
  slowDown(): void {
    for (const connection of this.#fast.slow()) {
      connection.endFast();
      connection.fallBehind();
      this.#move(connection, FAST_TOPIC);
    }
  }

  /** Ends the subscriptions of a closed connection. */
  forget(connection: Connection): void {
    connection.isGone = true;
    connection.endFast();
    for (const stream of connection.streams.values()) stream.remove(connection);
    connection.streams.clear();
  }

  /** Handles a session that ended elsewhere or expired: tells the client that it is signed out. */
  endSignIn(connection: Connection): void {
    this.signOut(connection);
    connection.refuse('session_invalid', undefined, 'login_result');
  }

  async #signIn(connection: Connection, token: string): Promise<void> {
    this.#forgetSession(connection);
    const known = this.#deps.sessions.known(token);
    if (known === undefined && !this.#deps.visits.take('visit', connection.address)) {
      this.regroup(connection);
      return connection.refuse('too_many_requests', undefined, 'login_result');
    }
    try {
      connection.session = known ?? (await this.#deps.sessions.find(token));
    } finally {
      // Also after a search that failed: the socket must not keep streams of the former session. One that closed during
      // the search must not get a subscription.
      if (!connection.isGone) this.#enterGroup(connection);
    }
    if (connection.session === undefined) return connection.refuse('session_invalid', undefined, 'login_result');
    return connection.tell('login_result');
  }

  #subscribe(connection: Connection, topic: string, mode: SubscriptionMode | undefined): void {
    const stream = this.#find(connection, topic, mode);
    if (typeof stream === 'string') return this.#bad(connection, stream, topic);
    const before = connection.streams.get(topic);
    if (before === undefined && connection.streams.size >= SUBSCRIPTIONS_LIMIT)
      return this.#bad(connection, 'too_many_subscriptions', topic);
    const full = mode === 'fast' ? this.#fast.take(connection) : undefined;
    if (full !== undefined) return this.#bad(connection, full, topic);
    if (mode === undefined && topic === FAST_TOPIC) connection.endFast();
    return this.#enter(connection, topic, stream);
  }

  #enter(connection: Connection, topic: string, stream: Stream): void {
    const before = connection.streams.get(topic);
    if (before !== undefined && before !== stream) before.remove(connection);
    connection.streams.set(topic, stream);
    return stream.add(connection);
  }

  /** Follows the group of another session. While it is not known, nothing is shown: prices could be another group's. */
  #enterGroup(connection: Connection): void {
    for (const topic of TOPICS_OF_GROUPS) if (connection.streams.has(topic)) this.#move(connection, topic);
  }

  #move(connection: Connection, topic: string): void {
    const stream = this.#find(connection, topic, modeOf(connection, topic));
    if (typeof stream !== 'string' && stream !== connection.streams.get(topic)) this.#enter(connection, topic, stream);
  }

  #forgetSession(connection: Connection): void {
    connection.session = undefined;
    connection.endFast();
    for (const topic of PRIVATE_TOPICS) this.#drop(connection, topic);
  }

  #unsubscribe(connection: Connection, topic: string): void {
    if (!connection.streams.has(topic) && this.#find(connection, topic) === 'unknown_topic')
      return this.#bad(connection, 'unknown_topic', topic);
    this.#drop(connection, topic);
    return connection.tell('unsubscribed', topic);
  }

  #find(connection: Connection, topic: string, mode?: SubscriptionMode): Stream | 'sign_in_required' | 'unknown_topic' {
    if (mode !== undefined && topic !== FAST_TOPIC) return 'unknown_topic';
    if (!PRIVATE_TOPICS.includes(topic)) {
      const group = this.#deps.groups.groupOf(connection.session?.account);
      if (group === 'uncommitted') return this.#unknown.get(topic) ?? this.#deps.market.find(topic) ?? 'unknown_topic';
      return this.#deps.market.find(topic, group, mode) ?? this.#deps.terms.find(topic, group) ?? 'unknown_topic';
    }
    if (connection.session === undefined) return 'sign_in_required';
    const { account } = connection.session;
    return (
      this.#deps.accounts.find(account, topic) ??
      this.#deps.userTopics.find((each) => each.topic === topic)?.find(account) ??
      'unknown_topic'
    );
  }

  #drop(connection: Connection, topic: string): void {
    if (topic === FAST_TOPIC) connection.endFast();
    connection.streams.get(topic)?.remove(connection);
    connection.streams.delete(topic);
  }

  /** Refuses a message. Ends the connection of a program that keeps sending invalid ones. */
  #bad(connection: Connection, reason: Bad, topic?: string): void {
    this.#deps.metrics.socketMessages.inc({ kind: reason });
    connection.refuse(reason, topic);
    // Asking again when places may be free is no fault of the client.
    if (reason === 'overloaded') return;
    connection.badMessages += 1;
    if (connection.badMessages > BAD_MESSAGES_LIMIT) connection.end(POLICY_VIOLATION, 'too many bad messages');
  }
}

function modeOf({ fast }: Connection, topic: string): SubscriptionMode | undefined {
  return topic === FAST_TOPIC && fast !== undefined ? 'fast' : undefined;
}

function readMessage(text: Buffer): ClientMessage | 'malformed_message' {
  try {
    const parsed = clientMessage.safeParse(JSON.parse(text.toString('utf8')));
    return parsed.success ? parsed.data : 'malformed_message';
  } catch {
    return 'malformed_message';
  }
}
