import type { ClientMessage } from '@fairlot/contract';
import type { Clock } from '../platform/clock.ts';
import type { Socket } from './realtime.ts';

const LATENCY_MS = 20;
const PRIVATE = ['FOREX_TRADE', 'FOREX_CLOSED'];

/** A socket connected to FakeServer. Messages sent while the network is cut are lost silently, as on a phone. */
export class FakeSocket implements Socket {
  readyState = 0;
  readonly subscriptions = new Map<string, number>();
  readonly received: ClientMessage[] = [];
  signedIn = false;
  readonly #listeners: { readonly type: string; readonly listener: (event: { readonly data: unknown }) => void }[] = [];
  readonly #server: FakeServer;

  constructor(server: FakeServer) {
    this.#server = server;
  }

  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void {
    this.#listeners.push({ type, listener });
  }

  send(text: string): void {
    this.#server.fromClient(this, JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
    this.#server.left(this);
  }

  emit(type: string, data?: unknown): void {
    for (const entry of this.#listeners) if (entry.type === type) entry.listener({ data });
  }
}

/** A server that follows the contract over an unreliable network. Each topic's value is a counter. */
export class FakeServer {
  readonly sockets = new Set<FakeSocket>();
  readonly values = new Map<string, number>();
  connections = 0;
  /** False while the network drops everything in both directions. */
  reachable = true;
  /** True while new connections are closed instead of accepted. */
  refusing = false;
  /** False while pings get no answer. */
  answering = true;
  validToken: string | undefined = 'good';
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly connect = (): FakeSocket => {
    const socket = new FakeSocket(this);
    this.connections += 1;
    this.#deliver(() => {
      if (socket.readyState !== 0) return;
      if (this.refusing) {
        socket.readyState = 3;
        socket.emit('close');
        return;
      }
      socket.readyState = 1;
      this.sockets.add(socket);
      socket.emit('open');
    });
    return socket;
  };

  fromClient(socket: FakeSocket, message: ClientMessage): void {
    this.#deliver(() => {
      if (socket.readyState !== 1) return;
      socket.received.push(message);
      this.#answer(socket, message);
    });
  }

  left(socket: FakeSocket): void {
    this.sockets.delete(socket);
  }

  /** Changes the topic's value and sends it to every subscriber. */
  publish(topic: string): void {
    const value = (this.values.get(topic) ?? 0) + 1;
    this.values.set(topic, value);
    for (const socket of this.sockets) this.#update(socket, topic, value, true);
  }

  /** Changes the topic's value, but the message is lost. */
  publishLost(topic: string): void {
    const value = (this.values.get(topic) ?? 0) + 1;
    this.values.set(topic, value);
    for (const socket of this.sockets) this.#update(socket, topic, value, false);
  }

  say(text: string): void {
    for (const socket of this.sockets) this.#deliver(() => socket.readyState === 1 && socket.emit('message', text));
  }

  /** Closes every connection with a close event. */
  dropAll(): void {
    for (const socket of this.sockets) {
      socket.readyState = 3;
      this.sockets.delete(socket);
      socket.emit('close');
    }
  }

  #answer(socket: FakeSocket, message: ClientMessage): void {
    switch (message.type) {
      case 'ping':
        if (this.answering) this.#send(socket, { type: 'pong', code: 1 });
        return;
      case 'login':
        socket.signedIn = message.token === this.validToken;
        this.#send(socket, {
          type: 'login_result',
          code: socket.signedIn ? 1 : 999,
          ...(socket.signedIn ? {} : { reason: 'session_invalid' }),
        });
        return;
      case 'logout':
        socket.signedIn = false;
        for (const topic of PRIVATE) socket.subscriptions.delete(topic);
        this.#send(socket, { type: 'logout_result', code: 1 });
        return;
      case 'subscribe': {
        const { topic } = message;
        if (PRIVATE.includes(topic) && !socket.signedIn) {
          this.#send(socket, { type: 'error', code: 2000, reason: 'sign_in_required', topic });
          return;
        }
        socket.subscriptions.set(topic, 1);
        this.#send(socket, {
          type: 'snapshot',
          code: 1,
          topic,
          seq: 1,
          data: dataOf(topic, this.values.get(topic) ?? 0),
        });
        return;
      }
      case 'unsubscribe':
        socket.subscriptions.delete(message.topic);
        this.#send(socket, { type: 'unsubscribed', code: 1, topic: message.topic });
    }
  }

  #update(socket: FakeSocket, topic: string, value: number, arrives: boolean): void {
    const seq = socket.subscriptions.get(topic);
    if (seq === undefined) return;
    socket.subscriptions.set(topic, seq + 1);
    if (arrives) this.#send(socket, { type: 'update', code: 1, topic, seq: seq + 1, data: dataOf(topic, value) });
  }

  #send(socket: FakeSocket, message: object): void {
    const text = JSON.stringify(message);
    this.#deliver(() => socket.readyState === 1 && socket.emit('message', text));
  }

  /** Delivers a message after LATENCY_MS, unless the network is cut when it is sent or when it would arrive. */
  #deliver(arrive: () => void): void {
    if (!this.reachable) return;
    this.#clock.after(LATENCY_MS, () => {
      if (this.reachable) arrive();
    });
  }
}

/** Creates topic data that contains the counter. */
export function dataOf(topic: string, value: number): unknown {
  const text = String(value);
  if (topic === 'DAY_MARKET') return [{ Id: 1, Seq: value, Time: value, Bid: text, Ask: text, MarketStatus: 1 }];
  if (topic === 'FOREX_CLOSED') return [value];
  if (topic === 'FOREX_TRADE') {
    return {
      ProfitsTotal: text,
      HazardRate: null,
      CautionMoneyAll: '0',
      Balance: '0',
      Available: '0',
      LockBalance: '0',
      NetValue: '0',
      FreeMargin: '0',
      PrepaymentRatio: null,
      TransOrder: [{ Id: value, UpdatePrice: '1', FactProfits: text }],
    };
  }
  return { '1min': { Time: 60_000, Open: text, High: text, Low: text, Close: text, Volume: value } };
}

/** Reads the counter from topic data. */
export function counterOf(topic: string, data: unknown): number {
  if (topic === 'DAY_MARKET') return (data as { Seq: number }[])[0]?.Seq ?? -1;
  if (topic === 'FOREX_CLOSED') return (data as number[])[0] ?? -1;
  if (topic === 'FOREX_TRADE') return Number((data as { ProfitsTotal: string }).ProfitsTotal);
  return (data as Record<string, { Volume: number }>)['1min']?.Volume ?? -1;
}
