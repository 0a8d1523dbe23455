import { SOCKET_PATH, type ServerMessage, serverMessage, topicData } from '@fairlot/contract';
import { expect } from 'vitest';
import { WebSocket } from 'ws';

/** A socket that records its messages and checks each against the contract. */
export class TestSocket {
  readonly received: ServerMessage[] = [];
  readonly closed: Promise<{ code: number }>;
  readonly #waiting = new Set<() => void>();
  readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      socket.on('close', (code) => {
        resolve({ code });
        this.#wake();
      });
    });
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const message: ServerMessage = JSON.parse(data.toString('utf8'));
      holdAgainstContract(message);
      this.received.push(message);
      this.#wake();
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

  /** Waits for the first message that fits, among those received already too. Rejects when the socket closes before. */
  async next(fits: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    for (;;) {
      const found = this.received.find(fits);
      if (found !== undefined) return found;
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`closed; received ${JSON.stringify(this.received).slice(0, 500)}`);
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  /** Clears the recorded messages, sends one, and waits for an answer of a type. */
  async ask(message: object | string, type: ServerMessage['type']): Promise<ServerMessage> {
    this.received.length = 0;
    this.send(message);
    return this.next((answer) => answer.type === type);
  }

  /** All numbered messages of a topic, in order of arrival. */
  course(topic: string): ServerMessage[] {
    return this.received.filter((message) => message.topic === topic && message.seq !== undefined);
  }

  close(): void {
    this.socket.terminate();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

function holdAgainstContract(message: ServerMessage): void {
  expect(serverMessage.parse(message)).toEqual(message);
  const { type, topic = '', data } = message;
  if (type !== 'snapshot' && type !== 'update') return;
  const schema = topicData[topic.startsWith('KLINE.') ? 'KLINE' : (topic as keyof typeof topicData)];
  expect(schema.parse(data)).toEqual(data);
}
