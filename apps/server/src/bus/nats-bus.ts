import { type Msg, type NatsConnection, RequestError, TimeoutError, connect } from '@nats-io/transport-node';
import { type Bus, NoAnswerError, type Responder, type SubscriberOptions, requireSize } from './bus.ts';
import { DEFAULT_MOST_ANSWERS, limited } from './limited-responder.ts';
import { WaitingQueue } from './waiting-queue.ts';

/** Bytes that the server has not confirmed to have read. Beyond it messages are dropped: they would only pile up. */
const MOST_UNCONFIRMED = 16 * 1024 * 1024;
const RECONNECT_WAIT_MS = 250;
/** A server that stands still is left after three missed pongs. */
const PING_MS = 2000;
const MOST_PINGS = 3;

export interface NatsBusOptions {
  /** URLs of one cluster of servers. The first one's user and password are sent to all; `tls:` needs a valid certificate. */
  readonly servers: readonly string[];
  /** Name of this process, for people who look at the server. */
  readonly name: string;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** Called when the connection has ended without `close`. The bus can't come back, so the process must end. */
  readonly onLost: (error: Error) => void;
}

/** Connects to a NATS server. Throws when none answers; a connection that breaks later is made again for ever. */
export async function openNatsBus({ servers, name, ...options }: NatsBusOptions): Promise<Bus> {
  const urls = servers.map((server) => new URL(server));
  const { username = '', password = '' } = urls[0] ?? {};
  const connection = await connect({
    servers: urls.map(({ host }) => host),
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    pingInterval: PING_MS,
    maxPingOut: MOST_PINGS,
    timeout: 5000,
    // A client or server that stood still while it connected is refused with 'authentication timeout'. The library counts
    // that as a wrong password, even hours apart, and would give up at the second one.
    ignoreAuthErrorAbort: true,
  });
  return natsBusOver(connection, options);
}

/** The bus over a connection to a NATS server. */
export function natsBusOver(connection: NatsConnection, options: Pick<NatsBusOptions, 'log' | 'onLost'>): Bus {
  return new NatsBus(connection, options);
}

class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #log: NatsBusOptions['log'];
  readonly #onLost: NatsBusOptions['onLost'];
  readonly #queues = new Set<WaitingQueue>();
  #isConnected = true;
  #isClosing = false;
  #unconfirmed = 0;
  #isFlushing = false;

  constructor(connection: NatsConnection, { log, onLost }: Pick<NatsBusOptions, 'log' | 'onLost'>) {
    this.#connection = connection;
    this.#log = log;
    this.#onLost = onLost;
    void this.#watch();
  }

  get connected(): boolean {
    return this.#isConnected;
  }

  publish(subject: string, data: Uint8Array): boolean {
    requireSize(data);
    if (!this.#mayPublish(data)) return false;
    this.#connection.publish(subject, data);
    return true;
  }

  subscribe(subject: string, listener: (data: Uint8Array) => void, options: SubscriberOptions): () => void {
    const queue = new WaitingQueue(listener, options);
    this.#queues.add(queue);
    const subscription = this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) queue.add(message.data);
        else queue.drop();
      },
    });
    return () => {
      queue.close();
      this.#queues.delete(queue);
      subscription.unsubscribe();
    };
  }

  async request(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    requireSize(data);
    if (!this.#mayPublish(data)) throw new NoAnswerError('the bus is not connected');
    try {
      return (await this.#connection.request(subject, data, { timeout: timeoutMs })).data;
    } catch (error) {
      if (error instanceof TimeoutError || error instanceof RequestError || !this.#isConnected)
        throw new NoAnswerError(`${subject} was not answered`, { cause: error });
      throw error;
    }
  }

  respond(subject: string, responder: Responder, most = DEFAULT_MOST_ANSWERS): () => void {
    const answers = limited(responder, most);
    const subscription = this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) void this.#answer(message, answers);
      },
    });
    return () => subscription.unsubscribe();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const queue of this.#queues) queue.close();
    this.#queues.clear();
    await this.#connection.close();
  }

  async #answer(message: Msg, answers: Responder): Promise<void> {
    try {
      const answer = await answers(message.data);
      if (answer === undefined) return;
      requireSize(answer);
      if (this.#mayPublish(answer)) message.respond(answer);
    } catch (error) {
      this.#log.warn(`a request to ${message.subject} stays without an answer: ${String(error)}`);
    }
  }

  /** The library keeps what it can't send in memory without a limit, so what exceeds ours is dropped here. */
  #mayPublish(data: Uint8Array): boolean {
    if (!this.#isConnected || this.#connection.isClosed()) return false;
    if (this.#unconfirmed + data.byteLength > MOST_UNCONFIRMED) return false;
    this.#unconfirmed += data.byteLength;
    this.#confirm();
    return true;
  }

  /** Asks the server for a pong, which comes after it has read all that was sent before. */
  #confirm(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    // In a turn of its own, so that one pong stands for all messages of this one.
    setImmediate(() => {
      const bytes = this.#unconfirmed;
      this.#connection.flush().then(
        () => this.#confirmed(bytes),
        () => this.#confirmed(bytes),
      );
    });
  }

  #confirmed(bytes: number): void {
    this.#isFlushing = false;
    this.#unconfirmed = Math.max(0, this.#unconfirmed - bytes);
    if (this.#unconfirmed > 0 && this.#isConnected) this.#confirm();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') {
        this.#isConnected = false;
        this.#log.warn('the bus is disconnected; what is sent meanwhile is dropped');
      } else if (type === 'reconnect') {
        this.#isConnected = true;
        this.#unconfirmed = 0;
        this.#log.info('the bus is connected again');
        for (const queue of this.#queues) queue.drop();
      }
    }
    this.#isConnected = false;
    const cause = await this.#connection.closed();
    if (!this.#isClosing) this.#onLost(new Error('the connection to NATS has ended', { cause }));
  }
}
