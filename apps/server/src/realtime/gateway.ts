import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Reason, SOCKET_PATH } from '@fairlot/contract';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { type AddressTest, addressGroup, clientAddress, widerGroup } from '../http/addresses.ts';
import { NEIGHBOURS, type NetworkBudgets } from '../http/network-budgets.ts';
import type { Origins } from '../http/origins.ts';
import { PlaceCounter } from '../http/place-counter.ts';
import { agentOf } from '../http/request.ts';
import type { MarketData } from '../market/port.ts';
import type { Clock } from '../platform/clock.ts';
import { type Job, every } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { CallOutcome } from '../security/security-log.ts';
import type { Sessions } from '../security/session.ts';
import { TokenBuckets } from '../security/token-buckets.ts';
import { changesGroups } from '../trading/client-prices.ts';
import type { CurrentTerms } from '../trading/current-terms.ts';
import type { TradingHost } from '../trading/port.ts';
import type { MarginCallOf } from './account-presenter.ts';
import { AccountStreams } from './account-streams.ts';
import { Connection, GOING_AWAY, POLICY_VIOLATION } from './connection.ts';
import {
  CLOSING_MS,
  CONNECTIONS_LIMIT,
  MESSAGES_BURST,
  MESSAGES_PER_SECOND,
  PAYLOAD_LIMIT_BYTES,
  PING_INTERVAL_MS,
  TICK_MS,
  WAITING_LIMIT,
} from './limits.ts';
import { MarketStreams } from './market-streams.ts';
import { Protocol } from './protocol.ts';
import { SendTurns } from './send-turns.ts';
import { TermsStream } from './terms-stream.ts';
import type { UserTopic } from './user-topic.ts';

export interface GatewayDeps {
  readonly market: MarketData;
  readonly trading: TradingHost;
  readonly terms: CurrentTerms;
  /** See account-presenter.ts. */
  readonly marginCall: MarginCallOf;
  /** Topics of features, with private messages for their users. */
  readonly userTopics: readonly UserTopic[];
  readonly sessions: Sessions;
  readonly visits: Pick<NetworkBudgets<'visit'>, 'take'>;
  readonly socketsPerAddress: number;
  readonly origins: Pick<Origins, 'isOwn'>;
  readonly isTrustedProxy: AddressTest;
  readonly isReady: () => boolean;
  /** Told of refused sockets, for the security log. */
  readonly answered: (outcome: CallOutcome) => void;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly log: Log;
}

/** The websocket at /v1/ws: accepts clients, passes their messages to the protocol, and drives the streams. */
export class Gateway {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: PAYLOAD_LIMIT_BYTES,
    clientTracking: false,
  });
  readonly #connections = new Set<Connection>();
  readonly #places = new PlaceCounter();
  readonly #messages: TokenBuckets;
  readonly #turns = new SendTurns();
  #skippedTicks = 0;
  readonly #market: MarketStreams;
  readonly #accounts: AccountStreams;
  readonly #terms: TermsStream;
  readonly #protocol: Protocol;
  readonly #stops: (() => void)[] = [];
  readonly #jobs: readonly Job[];
  #lastId = 0;
  #behind = 0;
  /** True when a group may have changed, or which one an account is in. */
  #regroups = false;
  readonly #deps: GatewayDeps;

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
    this.#messages = new TokenBuckets(MESSAGES_PER_SECOND, MESSAGES_BURST, deps.clock);
    this.#market = new MarketStreams(deps.market, { tracing: deps.tracing, turns: this.#turns });
    this.#accounts = new AccountStreams(deps);
    this.#terms = new TermsStream(deps.terms, this.#turns);
    this.#protocol = new Protocol({
      sessions: deps.sessions,
      market: this.#market,
      accounts: this.#accounts,
      terms: this.#terms,
      groups: deps.terms,
      userTopics: deps.userTopics,
      visits: deps.visits,
      metrics: deps.metrics,
      limitsNetworks: deps.socketsPerAddress > 0,
    });
    this.#jobs = [every(TICK_MS, () => this.#tick()), every(PING_INTERVAL_MS, () => this.#checkConnections())];
    deps.metrics.gauge('sockets', 'Open sockets.', () => this.#connections.size);
    deps.metrics.gauge('sockets_fast', 'Sockets with quotes in the fast mode.', () => this.#protocol.fastSubscriptions);
    deps.metrics.gauge('sockets_behind', 'Subscriptions that wait because their client is slow.', () => this.#behind);
  }

  /** Number of open sockets, and of signed-in ones. */
  figures(): { readonly sockets: number; readonly signedIn: number } {
    return {
      sockets: this.#connections.size,
      signedIn: [...this.#connections].filter(({ session }) => session !== undefined).length,
    };
  }

  /** Accepts the upgrades of an HTTP server and starts to send. */
  start(http: Server): void {
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
      this.#upgrade(request, socket, head);
    http.on('upgrade', onUpgrade);
    for (const job of this.#jobs) job.start();
    this.#stops.push(
      this.#market.follow(),
      this.#accounts.follow(),
      this.#deps.trading.onCommitted((rows) => {
        if (changesGroups(rows)) this.#regroups = true;
      }),
      this.#deps.trading.onRollback(() => {
        this.#regroups = true;
      }),
      this.#deps.sessions.onEnded((isEnded) => {
        for (const connection of this.#connections) {
          if (connection.session !== undefined && isEnded(connection.session)) this.#protocol.endSignIn(connection);
        }
      }),
      () => http.off('upgrade', onUpgrade),
    );
  }

  /** Sends server_shutdown, closes every socket, and terminates those that do not answer in time. */
  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await Promise.all(this.#jobs.map((job) => job.stop()));
    const closed = [...this.#connections].map(
      (connection) =>
        new Promise<void>((resolve) => {
          connection.socket.once('close', () => resolve());
          connection.tell('server_shutdown');
          connection.end(GOING_AWAY, 'server shutdown');
        }),
    );
    const timer = setTimeout(() => {
      for (const connection of this.#connections) connection.socket.terminate();
    }, CLOSING_MS);
    await Promise.all(closed);
    clearTimeout(timer);
  }

  #tick(): void {
    // Sends of the last tick still wait: what has changed meanwhile becomes part of the next frame, and none pile up.
    if (this.#turns.isBusy) {
      this.#skippedTicks += 1;
      return;
    }
    const ticks = 1 + this.#skippedTicks;
    this.#skippedTicks = 0;
    this.#protocol.slowDown();
    if (this.#regroups || this.#protocol.waitsForGroups) this.#regroup();
    this.#behind =
      this.#market.tick(ticks) +
      this.#terms.tick() +
      this.#accounts.tick(ticks) +
      this.#deps.userTopics.reduce((sum, topic) => sum + topic.tick(), 0);
  }

  /** Follows changed groups. Those of a recovering host are not known before a later tick. */
  #regroup(): void {
    this.#regroups = false;
    for (const connection of this.#connections)
      if (connection.session !== undefined && !this.#protocol.regroup(connection)) this.#regroups = true;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = clientAddress(request, this.#deps.isTrustedProxy);
    const [path] = (request.url ?? '').split('?');
    if (path !== SOCKET_PATH) return rejectUpgrade(socket, '404 Not Found');
    if (!this.#deps.isReady()) return rejectUpgrade(socket, '503 Service Unavailable');
    if (this.#connections.size >= CONNECTIONS_LIMIT) {
      this.#deps.metrics.limitHit('sockets');
      return rejectUpgrade(socket, '503 Service Unavailable');
    }
    const note = (reason: Reason): void =>
      this.#deps.answered({ call: SOCKET_PATH, reason, address, agent: agentOf(request.headers), actor: {} });
    // Another site's page could run sockets from the addresses of its visitors.
    if (!this.#deps.origins.isOwn(request.headers)) {
      note('state_change_refused');
      return rejectUpgrade(socket, '403 Forbidden');
    }
    const free = this.#places.take(this.#limitsOf(address));
    if (free === undefined) {
      this.#deps.metrics.limitHit('sockets_of_network');
      note('too_many_requests');
      return rejectUpgrade(socket, '429 Too Many Requests');
    }
    // A handshake that fails closes the connection too.
    socket.once('close', free);
    return this.#server.handleUpgrade(request, socket, head, (client) => this.#accept(client, socket, address));
  }

  #limitsOf(address: string): readonly [string, number][] {
    const most = this.#deps.socketsPerAddress;
    return most === 0
      ? []
      : [
          [`network ${addressGroup(address)}`, most],
          [`neighbourhood ${widerGroup(address)}`, most * NEIGHBOURS],
        ];
  }

  #accept(client: WebSocket, wire: Duplex, address: string): void {
    this.#lastId += 1;
    const connection = new Connection(this.#lastId, address, { socket: client, wire }, (lost) =>
      this.#deps.metrics.slowSockets.inc({ lost }),
    );
    this.#connections.add(connection);
    client.on('message', (data: RawData) => this.#queue(connection, data));
    client.on('pong', () => {
      connection.answeredPing = true;
    });
    // Errors of a client's socket (oversized frames, invalid text) end only that socket.
    client.on('error', () => undefined);
    client.on('close', () => this.#forget(connection));
  }

  #queue(connection: Connection, data: RawData): void {
    if (!this.#messages.take(connection.id) || connection.waiting >= WAITING_LIMIT) {
      this.#deps.metrics.limitHit('socket_messages');
      connection.refuse('too_many_requests');
      return connection.end(POLICY_VIOLATION, 'too many messages');
    }
    connection.waiting += 1;
    connection.work = connection.work
      .then(() => (connection.isGone ? undefined : this.#protocol.receive(connection, toBuffer(data))))
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'a socket message failed');
        connection.refuse('internal');
      })
      .finally(() => {
        connection.waiting -= 1;
      });
    return undefined;
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection);
    this.#protocol.forget(connection);
  }

  /** Terminates dead sockets, and ends expired sign-ins. */
  #checkConnections(): void {
    const now = this.#deps.clock();
    for (const connection of this.#connections) {
      if (!connection.answeredPing) {
        connection.socket.terminate();
        continue;
      }
      connection.answeredPing = false;
      connection.socket.ping();
      if (connection.session !== undefined && connection.session.expiresAt <= now) this.#protocol.endSignIn(connection);
    }
  }
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
