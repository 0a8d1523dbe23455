import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Interface, createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { Latencies } from '../report.ts';
import type { Dialect, ReaderAnswer, ReaderOrder } from './dialect.ts';
import { localAddress } from './readers.ts';

/** Connected clients. A few of them measure the delay of each update; the others, in a process of their own, only count bytes. */
export interface SocketClients {
  readonly delays: Latencies;
  /** Bytes read by all clients that only count. */
  bytes(): Promise<number>;
  close(): void;
}

const WATCHERS = 20;

/**
 * Connects `count` clients and says hello on each. Rejects when a connection fails. The watchers connect evenly between
 * the others, because a server that goes through its sockets in turn serves the first ones early.
 */
export async function connectClients(port: number, count: number, dialect: Dialect): Promise<SocketClients> {
  const delays = new Latencies();
  const readers = new Readers();
  const watchers: WebSocket[] = [];
  const batch = Math.ceil((count - WATCHERS) / WATCHERS);
  try {
    for (let open = 0; open < count - WATCHERS; open += batch) {
      const connect = Math.min(batch, count - WATCHERS - open);
      await readers.ask({ ...dialect, connect, port });
      watchers.push(await watch(port, watchers.length, dialect, delays));
    }
  } catch (error) {
    readers.end();
    throw error;
  }
  return {
    delays,
    bytes: async () => (await readers.ask('bytes')).bytes,
    close: () => {
      for (const watcher of watchers) watcher.terminate();
      readers.end();
    },
  };
}

/** The process of the readers. */
class Readers {
  readonly #process: ChildProcess;
  readonly #answers: Interface;

  constructor() {
    this.#process = spawn(process.execPath, [join('tools', 'run.mjs'), 'bench/src/sockets/readers.ts'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { stdout } = this.#process;
    if (stdout === null) throw new Error('the readers have no output');
    this.#answers = createInterface(stdout);
  }

  /** Sends an order. Resolves with its answer; one order at a time. */
  ask(order: ReaderOrder | 'bytes'): Promise<ReaderAnswer> {
    return new Promise((resolve, reject) => {
      const onEnd = (): void => reject(new Error('the readers ended'));
      this.#answers.once('close', onEnd);
      this.#answers.once('line', (line) => {
        this.#answers.off('close', onEnd);
        const answer = JSON.parse(line) as ReaderAnswer;
        if (answer.failed === undefined) resolve(answer);
        else reject(new Error(answer.failed));
      });
      this.#process.stdin?.write(`${JSON.stringify(order)}\n`);
    });
  }

  end(): void {
    this.#process.stdin?.end();
  }
}

function watch(
  port: number,
  index: number,
  { path, hello, afterHello, times }: Dialect,
  delays: Latencies,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { localAddress: localAddress(index) });
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(hello);
      if (afterHello !== undefined) socket.send(afterHello);
      resolve(socket);
    });
    socket.on('message', (data: Buffer) => {
      const now = Date.now();
      for (const time of times(data.toString('utf8'))) delays.add(now - time);
    });
  });
}
