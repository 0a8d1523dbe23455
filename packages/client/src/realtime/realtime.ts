import { clientMessage, serverMessage } from '@fairlot/contract';
import type { ClientMessage, ServerMessage } from '@fairlot/contract';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createStore } from '../platform/store.ts';
import type { Readable } from '../platform/store.ts';
import { Link } from './link.ts';
import type { ConnectionState, LinkEffect, LinkInput } from './link.ts';
import { Topics } from './topics.ts';
import type { Topic, TopicEffect, TopicEvent } from './topics.ts';

/** A timer that is late by this much means that the page or the device slept. */
const DRIFT_MS = 2_000;
const OPEN = 1;

/** The part of WebSocket that the connection uses. */
export interface Socket {
  readonly readyState: number;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  send(text: string): void;
  close(): void;
}

export interface RealtimeSettings {
  /** Opens a socket to the server, for example `() => new WebSocket(socketUrl(origin, SOCKET_PATH))`. */
  connect(): Socket;
  readonly clock: Clock;
  /** A random number from [0, 1), for jitter. */
  random(): number;
  readonly log: Log;
  /** Called when the server rejects the token (code 999). */
  onSessionInvalid?(): void;
}

/** The realtime connection. It reconnects and restores its topics until it is stopped. */
export interface Realtime {
  readonly state: Readable<ConnectionState>;
  /** Connects if not started yet; safe to call before each navigation. */
  start(): void;
  stop(): void;
  /** Signs in on this and every later connection; null signs out. */
  setToken(token: string | null): void;
  /** Listens to a topic; the first event is a snapshot. Returns a function that unsubscribes. */
  subscribe<T extends Topic>(topic: T, listener: (event: TopicEvent<T>) => void): () => void;
  /** Tests the connection at once: the page became visible, or the device woke up. */
  wake(): void;
  /** Reports the network state of the device. */
  network(online: boolean): void;
}

/** Creates a connection, which stays idle until start(). */
export function createRealtime(settings: RealtimeSettings): Realtime {
  return new RealtimeSocket(settings);
}

class RealtimeSocket implements Realtime {
  readonly state = createStore<ConnectionState>('offline');
  readonly #settings: RealtimeSettings;
  readonly #link = new Link();
  readonly #topics = new Topics();
  readonly #listeners = new Map<Topic, Set<(event: TopicEvent) => void>>();
  #socket: Socket | undefined;
  #timer: { readonly due: number; readonly cancel: () => void } | undefined;

  constructor(settings: RealtimeSettings) {
    this.#settings = settings;
  }

  start(): void {
    this.#tell({ type: 'start' });
  }

  stop(): void {
    this.#tell({ type: 'stop' });
  }

  wake(): void {
    this.#tell({ type: 'wake' });
  }

  network(online: boolean): void {
    this.#tell({ type: 'network', online });
  }

  setToken(token: string | null): void {
    this.#runTopics(this.#topics.setToken(token, this.#settings.clock.now()));
    this.#settle();
  }

  subscribe<T extends Topic>(topic: T, listener: (event: TopicEvent<T>) => void): () => void {
    const entry = (event: TopicEvent): void => listener(event as TopicEvent<T>);
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(entry));
    this.#runTopics(this.#topics.add(topic, this.#settings.clock.now()));
    this.#settle();
    return () => {
      if (!listeners.delete(entry)) return;
      if (listeners.size === 0) this.#listeners.delete(topic);
      this.#runTopics(this.#topics.remove(topic));
      this.#settle();
    };
  }

  #tell(input: LinkInput): void {
    this.#runLink(this.#link.handle(input, { now: this.#settings.clock.now(), random: this.#settings.random() }));
    this.#settle();
  }

  #runLink(effects: readonly LinkEffect[]): void {
    for (const effect of effects) {
      switch (effect.do) {
        case 'connect':
          this.#connect(effect.link);
          break;
        case 'disconnect':
          this.#disconnect();
          break;
        case 'ping':
          this.#send({ type: 'ping' });
          break;
        case 'up':
          this.#runTopics(this.#topics.up(this.#settings.clock.now()));
          break;
        case 'down':
          this.#runTopics(this.#topics.down());
          break;
      }
    }
  }

  #runTopics(effects: readonly TopicEffect[]): void {
    for (const effect of effects) {
      switch (effect.do) {
        case 'send':
          this.#send(effect.message);
          break;
        case 'deliver':
          this.#listeners.get(effect.topic)?.forEach((listener) => listener(effect.event));
          break;
        case 'sessionInvalid':
          this.#settings.onSessionInvalid?.();
          break;
        case 'log':
          this.#settings.log.warn(effect.text, effect.detail);
          break;
      }
    }
  }

  /** Publishes the state and sets the single timer to the next deadline. */
  #settle(): void {
    this.state.set(this.#link.state);
    const dues = [this.#link.deadline, this.#topics.deadline].filter((due) => due !== undefined);
    const due = dues.length === 0 ? undefined : Math.min(...dues);
    if (due === this.#timer?.due) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    if (due === undefined) return;
    const { clock } = this.#settings;
    this.#timer = { due, cancel: clock.after(Math.max(0, due - clock.now()), () => this.#onTimer(due)) };
  }

  #onTimer(due: number): void {
    this.#timer = undefined;
    const now = this.#settings.clock.now();
    if (now - due > DRIFT_MS)
      this.#runLink(this.#link.handle({ type: 'wake' }, { now, random: this.#settings.random() }));
    this.#runTopics(this.#topics.time(now));
    this.#tell({ type: 'time' });
  }

  #connect(link: number): void {
    try {
      const socket = this.#settings.connect();
      this.#socket = socket;
      // Events of an abandoned socket carry an old number, or arrive while none is open; Link ignores both.
      socket.addEventListener('open', () => this.#tell({ type: 'opened', link }));
      socket.addEventListener('close', () => this.#tell({ type: 'lost', link }));
      socket.addEventListener('error', () => this.#settings.log.warn('socket error'));
      socket.addEventListener('message', ({ data }) => this.#onMessage(link, data));
    } catch (error) {
      // The WebSocket constructor throws for an unusable address; that counts as a lost connection.
      this.#settings.log.warn('socket refused', error);
      this.#tell({ type: 'lost', link });
    }
  }

  #disconnect(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState !== OPEN) return;
    this.#socket.send(JSON.stringify(clientMessage.parse(message)));
  }

  #onMessage(link: number, data: unknown): void {
    if (link !== this.#link.number) return;
    const message = readMessage(data);
    if (message === undefined) {
      this.#settings.log.warn('unreadable socket message', data);
      return;
    }
    // After a sleep, buffered messages may arrive before the late timer that would detect the sleep.
    const now = this.#settings.clock.now();
    if (this.#timer !== undefined && now - this.#timer.due > DRIFT_MS) this.#tell({ type: 'wake' });
    if (message.type === 'server_shutdown') {
      this.#tell({ type: 'shutdown', link });
      return;
    }
    this.#tell({ type: message.type === 'pong' ? 'pong' : 'heard', link });
    this.#runTopics(this.#topics.message(message, now));
    this.#settle();
  }
}

/** Parses a message of the server; undefined for anything else. */
function readMessage(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const parsed = serverMessage.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
