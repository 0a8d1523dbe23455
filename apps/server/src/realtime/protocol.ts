import { PRIVATE_TOPICS, clientMessage } from '@fairlot/contract';
import type { ClientMessage } from '@fairlot/contract';
import { addressGroup } from '../platform/addresses.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Sessions } from '../platform/session.ts';
import type { TokenBuckets } from '../platform/token-bucket.ts';
import type { AccountStreams } from './account-streams.ts';
import { POLICY_VIOLATION } from './connection.ts';
import type { Connection } from './connection.ts';
import { BAD_MESSAGES_LIMIT, MESSAGE_LIMIT_BYTES, SUBSCRIPTIONS_LIMIT } from './limits.ts';
import type { MarketStreams } from './market-streams.ts';
import type { Stream } from './stream.ts';
import type { UserNews } from './user-news.ts';

export interface ProtocolDeps {
  readonly sessions: Sessions;
  readonly market: MarketStreams;
  readonly accounts: AccountStreams;
  readonly news: readonly UserNews[];
  /** Sign-ins that cost a query, by address. */
  readonly signIns: TokenBuckets;
  readonly metrics: Metrics;
}

type Bad = 'malformed_message' | 'body_too_large' | 'unknown_topic' | 'sign_in_required' | 'too_many_subscriptions';

/** What the server does on each message of a client. */
export class Protocol {
  private readonly deps: ProtocolDeps;

  constructor(deps: ProtocolDeps) {
    this.deps = deps;
  }

  async receive(connection: Connection, text: Buffer): Promise<void> {
    const message = text.length > MESSAGE_LIMIT_BYTES ? 'body_too_large' : readMessage(text);
    if (typeof message === 'string') return this.bad(connection, message);
    this.deps.metrics.socketMessages.inc({ kind: message.type });
    switch (message.type) {
      case 'ping':
        return connection.tell('pong');
      case 'login':
        return this.signIn(connection, message.token);
      case 'logout':
        this.signOut(connection);
        return connection.tell('logout_result');
      case 'subscribe':
        return this.subscribe(connection, message.topic);
      case 'unsubscribe':
        return this.unsubscribe(connection, message.topic);
    }
  }

  /** Ends the sign-in of a socket and what it watches by it. */
  signOut(connection: Connection): void {
    connection.session = undefined;
    for (const topic of PRIVATE_TOPICS) this.drop(connection, topic);
  }

  /** The session ended elsewhere, or ran out: the client is told that it is signed in no longer. */
  endSignIn(connection: Connection): void {
    this.signOut(connection);
    connection.refuse('session_invalid', undefined, 'login_result');
  }

  private async signIn(connection: Connection, token: string): Promise<void> {
    this.signOut(connection);
    const known = this.deps.sessions.known(token);
    if (known === undefined && !this.deps.signIns.take(addressGroup(connection.address))) {
      return connection.refuse('too_many_requests', undefined, 'login_result');
    }
    connection.session = known ?? (await this.deps.sessions.find(token));
    if (connection.session === undefined) return connection.refuse('session_invalid', undefined, 'login_result');
    return connection.tell('login_result');
  }

  private subscribe(connection: Connection, topic: string): void {
    const stream = this.find(connection, topic);
    if (typeof stream === 'string') return this.bad(connection, stream, topic);
    const before = connection.streams.get(topic);
    if (before === undefined && connection.streams.size >= SUBSCRIPTIONS_LIMIT)
      return this.bad(connection, 'too_many_subscriptions', topic);
    if (before !== undefined && before !== stream) before.remove(connection);
    connection.streams.set(topic, stream);
    return stream.add(connection);
  }

  private unsubscribe(connection: Connection, topic: string): void {
    if (!connection.streams.has(topic) && this.find(connection, topic) === 'unknown_topic')
      return this.bad(connection, 'unknown_topic', topic);
    this.drop(connection, topic);
    return connection.tell('unsubscribed', topic);
  }

  private find(connection: Connection, topic: string): Stream | 'sign_in_required' | 'unknown_topic' {
    if (!PRIVATE_TOPICS.includes(topic)) return this.deps.market.find(topic) ?? 'unknown_topic';
    if (connection.session === undefined) return 'sign_in_required';
    const { account } = connection.session;
    return (
      this.deps.accounts.find(account, topic) ??
      this.deps.news.find((news) => news.topic === topic)?.find(account) ??
      'unknown_topic'
    );
  }

  private drop(connection: Connection, topic: string): void {
    connection.streams.get(topic)?.remove(connection);
    connection.streams.delete(topic);
  }

  /** A program that goes on sending nonsense is shown the door. */
  private bad(connection: Connection, reason: Bad, topic?: string): void {
    this.deps.metrics.socketMessages.inc({ kind: reason });
    connection.refuse(reason, topic);
    connection.badMessages += 1;
    if (connection.badMessages > BAD_MESSAGES_LIMIT) connection.end(POLICY_VIOLATION, 'too many bad messages');
  }
}

function readMessage(text: Buffer): ClientMessage | 'malformed_message' {
  try {
    const parsed = clientMessage.safeParse(JSON.parse(text.toString('utf8')));
    return parsed.success ? parsed.data : 'malformed_message';
  } catch {
    return 'malformed_message';
  }
}
