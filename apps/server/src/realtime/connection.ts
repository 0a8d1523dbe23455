import { CODES } from '@fairlot/contract';
import type { Reason, SERVER_MESSAGE_TYPES } from '@fairlot/contract';
import type { WebSocket } from 'ws';
import type { Session } from '../platform/session.ts';
import { SLOW_BYTES, STUCK_BYTES } from './limits.ts';
import type { Stream } from './stream.ts';

type ServerMessageType = (typeof SERVER_MESSAGE_TYPES)[number];

/** Close codes of the websocket protocol. */
export const GOING_AWAY = 1001;
export const POLICY_VIOLATION = 1008;

const TEXT = { binary: false };

/** One client's socket: who it is, what it watches, and how much is on its way to it. */
export class Connection {
  session: Session | undefined;
  readonly streams = new Map<string, Stream>();
  badMessages = 0;
  waiting = 0;
  /** Messages are dealt with one after another: a subscription may have to wait for the sign-in before it. */
  work: Promise<void> = Promise.resolve();
  answeredPing = true;
  /** Closed and forgotten: nothing may be added to it any more. */
  isGone = false;
  readonly id: number;
  readonly address: string;
  readonly socket: WebSocket;
  /** Told what a client that can't keep up loses. */
  private readonly onLoss: (lost: 'updates' | 'connection') => void;

  constructor(id: number, address: string, socket: WebSocket, onLoss: (lost: 'updates' | 'connection') => void) {
    this.id = id;
    this.address = address;
    this.socket = socket;
    this.onLoss = onLoss;
  }

  /** Whether frames that a snapshot can replace should be left out for now. */
  get isSlow(): boolean {
    return this.socket.bufferedAmount > SLOW_BYTES;
  }

  /** Counts that updates are left out until a snapshot can be sent. */
  fallBehind(): void {
    this.onLoss('updates');
  }

  /** Sends a ready frame. A client that lets a megabyte pile up has lost its connection. */
  send(frame: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount <= STUCK_BYTES) return this.socket.send(frame, TEXT);
    this.onLoss('connection');
    return this.socket.terminate();
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
  return Buffer.from(JSON.stringify(message));
}
