import { type Bus, NoAnswerError, type Responder, type SubscriberOptions, requireSize } from './bus.ts';
import { DEFAULT_MOST_ANSWERS, limited } from './limited-responder.ts';
import { WaitingQueue } from './waiting-queue.ts';

/** A bus within one process. */
export class LocalBus implements Bus {
  readonly #queues = new Map<string, Set<WaitingQueue>>();
  readonly #responders = new Map<string, Responder>();
  #isClosed = false;

  get connected(): boolean {
    return !this.#isClosed;
  }

  publish(subject: string, data: Uint8Array): boolean {
    requireSize(data);
    if (this.#isClosed) return false;
    for (const queue of this.#queues.get(subject) ?? []) queue.add(data);
    return true;
  }

  subscribe(subject: string, listener: (data: Uint8Array) => void, options: SubscriberOptions): () => void {
    const queue = new WaitingQueue(listener, options);
    const queues = this.#queues.get(subject) ?? new Set();
    this.#queues.set(subject, queues.add(queue));
    return () => {
      queue.close();
      queues.delete(queue);
      if (queues.size === 0) this.#queues.delete(subject);
    };
  }

  async request(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    requireSize(data);
    const responder = this.#isClosed ? undefined : this.#responders.get(subject);
    if (responder === undefined) throw new NoAnswerError(`nobody answers ${subject}`);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new NoAnswerError(`${subject} was not answered in ${timeoutMs} ms`)), timeoutMs);
    });
    // A responder that rejects leaves the sender without an answer, as over a network.
    const answer = responder(data)
      .catch(() => undefined)
      .then((bytes) => bytes ?? new Promise<never>(() => undefined));
    return Promise.race([answer, limit]).finally(() => clearTimeout(timer));
  }

  /** Throws when another responder has the subject: within one process that is a mistake. */
  respond(subject: string, responder: Responder, most = DEFAULT_MOST_ANSWERS): () => void {
    if (this.#responders.has(subject)) throw new Error(`${subject} has a responder`);
    const answers = limited(responder, most);
    this.#responders.set(subject, answers);
    return () => {
      if (this.#responders.get(subject) === answers) this.#responders.delete(subject);
    };
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const queues of this.#queues.values()) for (const queue of queues) queue.close();
    this.#queues.clear();
    this.#responders.clear();
    return Promise.resolve();
  }
}
