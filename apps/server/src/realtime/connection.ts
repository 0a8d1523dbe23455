import type { Duplex } from 'node:stream';
import { CODES, type Reason, type SERVER_MESSAGE_TYPES } from '@fairlot/contract';
import type { WebSocket } from 'ws';
import type { FreePlace } from '../http/place-counter.ts';
import type { Session } from '../security/session.ts';
import { textFrame } from './frame.ts';
import { SLOW_BYTES, STUCK_BYTES } from './limits.ts';
import type { Stream, Subscriber } from './stream.ts';

type ServerMessageType = (typeof SERVER_MESSAGE_TYPES)[number];

/** Close codes of the websocket protocol. */
export const GOING_AWAY = 1001;
export const POLICY_VIOLATION = 1008;

/** One client's socket: its session, its subscriptions and its backlog. */
export class Connection implements Subscriber {
  session: Session | undefined;
  readonly streams = new Map<string, Stream>();
  /** Set while DAY_MARKET is sent without coalescing; frees the place that this takes. */
  fast: FreePlace | undefined;
  badMessages = 0;
  waiting = 0;
  /** Messages are processed one after another: a subscription may depend on the sign-in before it. */
  work: Promise<void> = Promise.resolve();
  answeredPing = true;
  /** The socket is closed. Nothing may be added to this connection. */
  isGone = false;
  readonly id: number;
  readonly address: string;
  readonly socket: WebSocket;
  /** The connection below the websocket. Whole frames may be written to it, because the library compresses none. */
  readonly #wire: Duplex;
  /** Called when a slow client loses updates or its connection. */
  readonly #onLoss: (lost: 'updates' | 'connection') => void;

  constructor(
    id: number,
    address: string,
    { socket, wire }: { readonly socket: WebSocket; readonly wire: Duplex },
    onLoss: (lost: 'updates' | 'connection') => void,
  ) {
    this.id = id;
    this.address = address;
    this.socket = socket;
    this.#wire = wire;
    this.#onLoss = onLoss;
  }

  /** True while updates that a snapshot can replace should be skipped. */
  get isSlow(): boolean {
    return this.backlog > SLOW_BYTES;
  }

  /** Bytes that wait in the process because the client does not read. */
  get backlog(): number {
    return this.#wire.writableLength;
  }

  /** Frees the place of a fast subscription. */
  endFast(): void {
    this.fast?.();
    this.fast = undefined;
  }

  /** Counts that updates are skipped until a snapshot can be sent. */
  fallBehind(): void {
    this.#onLoss('updates');
  }

  /** Sends bytes of textFrame. Terminates a client with a backlog of more than a megabyte. */
  send(frame: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.backlog <= STUCK_BYTES) {
      this.#wire.write(frame);
      return;
    }
    this.#onLoss('connection');
    this.socket.terminate();
  }

  tell(type: ServerMessageType, topic?: string): void {
    this.send(messageFrame({ type, code: CODES.ok, topic }));
  }

  refuse(reason: Reason, topic?: string, type: ServerMessageType = 'error'): void {
    this.send(messageFrame({ type, code: CODES[reason], topic, reason }));
  }

  end(code: number, why: string): void {
    this.socket.close(code, why);
  }
}

interface Message {
  readonly type: ServerMessageType;
  readonly code: number;
  readonly topic?: string | undefined;
  readonly reason?: Reason | undefined;
}

function messageFrame(message: Message): Buffer {
  return textFrame(JSON.stringify(message));
}
