import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { SOCKET_PATH } from '@fairlot/contract';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import type { MarketData } from '../market/port.ts';
import { addressGroup, clientAddress } from '../platform/addresses.ts';
import type { AddressTest } from '../platform/addresses.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Sessions } from '../platform/session.ts';
import { TokenBuckets } from '../platform/token-bucket.ts';
import type { TradingHost } from '../trading/port.ts';
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
import type { UserNews } from './user-news.ts';

export interface GatewayDeps {
  readonly market: MarketData;
  readonly trading: TradingHost;
  /** What features have for their users, each under a topic of its own. */
  readonly news: readonly UserNews[];
  readonly sessions: Sessions;
  readonly signIns: TokenBuckets;
  readonly socketsPerAddress: number;
  readonly isTrustedProxy: AddressTest;
  readonly isReady: () => boolean;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** The websocket at /v1/ws: lets clients in, hands their messages to the protocol, and moves the streams on. */
export class Gateway {
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: PAYLOAD_LIMIT_BYTES,
    clientTracking: false,
  });
  private readonly connections = new Set<Connection>();
  private readonly perAddress = new Map<string, number>();
  private readonly messages: TokenBuckets;
  private readonly market: MarketStreams;
  private readonly accounts: AccountStreams;
  private readonly protocol: Protocol;
  private readonly stops: (() => void)[] = [];
  private lastId = 0;
  private behind = 0;
  private readonly deps: GatewayDeps;

  constructor(deps: GatewayDeps) {
    this.deps = deps;
    this.messages = new TokenBuckets(MESSAGES_PER_SECOND, MESSAGES_BURST, deps.clock);
    this.market = new MarketStreams(deps.market);
    this.accounts = new AccountStreams(deps.trading, deps.market);
    this.protocol = new Protocol({
      sessions: deps.sessions,
      market: this.market,
      accounts: this.accounts,
      news: deps.news,
      signIns: deps.signIns,
      metrics: deps.metrics,
    });
    deps.metrics.gauge('sockets', 'Open sockets.', () => this.connections.size);
    deps.metrics.gauge('sockets_behind', 'Subscriptions that wait because their client is slow.', () => this.behind);
  }

  /** Open sockets, and how many of them are signed in. */
  figures(): { readonly sockets: number; readonly signedIn: number } {
    return {
      sockets: this.connections.size,
      signedIn: [...this.connections].filter(({ session }) => session !== undefined).length,
    };
  }

  /** Takes the upgrades of an HTTP server and begins to send. */
  start(http: Server): void {
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
      this.upgrade(request, socket, head);
    http.on('upgrade', onUpgrade);
    const tick = setInterval(() => {
      this.behind =
        this.market.tick() + this.accounts.tick() + this.deps.news.reduce((sum, news) => sum + news.tick(), 0);
    }, TICK_MS);
    const ping = setInterval(() => this.lookAfter(), PING_INTERVAL_MS);
    this.stops.push(
      this.market.follow(),
      this.accounts.follow(),
      this.deps.sessions.onEnded((isEnded) => {
        for (const connection of this.connections) {
          if (connection.session !== undefined && isEnded(connection.session)) this.protocol.endSignIn(connection);
        }
      }),
      () => clearInterval(tick),
      () => clearInterval(ping),
      () => http.off('upgrade', onUpgrade),
    );
  }

  /** Says server_shutdown, closes every socket, and doesn't wait long for those that don't answer. */
  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    const closed = [...this.connections].map(
      (connection) =>
        new Promise<void>((resolve) => {
          connection.socket.once('close', () => resolve());
          connection.tell('server_shutdown');
          connection.end(GOING_AWAY, 'server shutdown');
        }),
    );
    const timer = setTimeout(() => {
      for (const connection of this.connections) connection.socket.terminate();
    }, CLOSING_MS);
    await Promise.all(closed);
    clearTimeout(timer);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = clientAddress(request, this.deps.isTrustedProxy);
    const [path] = (request.url ?? '').split('?');
    if (path !== SOCKET_PATH) return turnAway(socket, '404 Not Found');
    if (!this.deps.isReady() || this.connections.size >= CONNECTIONS_LIMIT)
      return turnAway(socket, '503 Service Unavailable');
    const group = addressGroup(address);
    const open = this.perAddress.get(group) ?? 0;
    if (this.deps.socketsPerAddress > 0 && open >= this.deps.socketsPerAddress)
      return turnAway(socket, '429 Too Many Requests');
    return this.server.handleUpgrade(request, socket, head, (client) => this.welcome(client, address, group));
  }

  private welcome(client: WebSocket, address: string, group: string): void {
    this.lastId += 1;
    const connection = new Connection(this.lastId, address, client, (lost) =>
      this.deps.metrics.slowSockets.inc({ lost }),
    );
    this.connections.add(connection);
    this.perAddress.set(group, (this.perAddress.get(group) ?? 0) + 1);
    client.on('message', (data: RawData) => this.queue(connection, data));
    client.on('pong', () => {
      connection.answeredPing = true;
    });
    // Whatever a client does to its socket (oversize frames, broken text) ends that socket and nothing else.
    client.on('error', () => undefined);
    client.on('close', () => this.forget(connection, group));
  }

  private queue(connection: Connection, data: RawData): void {
    if (!this.messages.take(connection.id) || connection.waiting >= WAITING_LIMIT) {
      connection.refuse('too_many_requests');
      return connection.end(POLICY_VIOLATION, 'too many messages');
    }
    connection.waiting += 1;
    connection.work = connection.work
      .then(() => (connection.isGone ? undefined : this.protocol.receive(connection, toBuffer(data))))
      .catch((error: unknown) => {
        this.deps.log.error({ err: error }, 'a socket message failed');
        connection.refuse('internal');
      })
      .finally(() => {
        connection.waiting -= 1;
      });
    return undefined;
  }

  private forget(connection: Connection, group: string): void {
    connection.isGone = true;
    this.connections.delete(connection);
    for (const stream of connection.streams.values()) stream.remove(connection);
    connection.streams.clear();
    const open = (this.perAddress.get(group) ?? 1) - 1;
    if (open === 0) this.perAddress.delete(group);
    else this.perAddress.set(group, open);
  }

  /** Ends sockets that are dead, and sign-ins that ran out. */
  private lookAfter(): void {
    const now = this.deps.clock();
    for (const connection of this.connections) {
      if (!connection.answeredPing) {
        connection.socket.terminate();
        continue;
      }
      connection.answeredPing = false;
      connection.socket.ping();
      if (connection.session !== undefined && connection.session.expiresAt <= now) this.protocol.endSignIn(connection);
    }
  }
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

function turnAway(socket: Duplex, status: string): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
