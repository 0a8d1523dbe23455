import { SOCKET_PATH, serverMessage, topicData } from '@fairlot/contract';
import type { ServerMessage } from '@fairlot/contract';
import { expect } from 'vitest';
import { WebSocket } from 'ws';

/** A socket that keeps what it got and holds every message against the contract. */
export class TestSocket {
  readonly received: ServerMessage[] = [];
  readonly closed: Promise<{ code: number }>;
  private readonly waiting = new Set<() => void>();
  readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      socket.on('close', (code) => {
        resolve({ code });
        this.wake();
      });
    });
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const message: ServerMessage = JSON.parse(data.toString('utf8'));
      holdAgainstContract(message);
      this.received.push(message);
      this.wake();
    });
  }

  static async open(url: string): Promise<TestSocket> {
    const socket = new WebSocket(url.replace(/^http/, 'ws') + SOCKET_PATH);
    const test = new TestSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return test;
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The first message, received already or to come, that fits. Rejects when the socket closes without it. */
  async next(fits: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    for (;;) {
      const found = this.received.find(fits);
      if (found !== undefined) return found;
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`closed; received ${JSON.stringify(this.received).slice(0, 500)}`);
      await new Promise<void>((resolve) => {
        this.waiting.add(resolve);
      });
    }
  }

  /** Sends, forgets what came before, and waits for an answer of a kind. */
  async ask(message: object | string, type: ServerMessage['type']): Promise<ServerMessage> {
    this.received.length = 0;
    this.send(message);
    return this.next((answer) => answer.type === type);
  }

  /** All numbered messages of a topic, in the order of their arrival. */
  course(topic: string): ServerMessage[] {
    return this.received.filter((message) => message.topic === topic && message.seq !== undefined);
  }

  close(): void {
    this.socket.terminate();
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}

function holdAgainstContract(message: ServerMessage): void {
  expect(serverMessage.parse(message)).toEqual(message);
  const { type, topic = '', data } = message;
  if (type !== 'snapshot' && type !== 'update') return;
  const schema = topicData[topic.startsWith('KLINE.') ? 'KLINE' : (topic as keyof typeof topicData)];
  expect(schema.parse(data)).toEqual(data);
}
