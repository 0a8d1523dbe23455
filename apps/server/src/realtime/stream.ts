import { CODES } from '@fairlot/contract';

/** A receiver of a stream's frames, such as a client's connection. */
export interface Subscriber {
  /** True while updates that a later snapshot can replace should be skipped. */
  readonly isSlow: boolean;
  send(frame: Buffer): void;
  /** Counts that updates are skipped until a snapshot can be sent. */
  fallBehind(): void;
}

/**
 * Handling of slow clients. `replaceable`: updates are skipped, and a later snapshot replaces them. `complete`: nothing
 * may be missing, so a client that can't keep up loses its connection.
 */
export type Delivery = 'replaceable' | 'complete';

/**
 * A numbered sequence of messages under one topic. Each message is encoded once for all subscribers. A subscriber
 * starts with a snapshot that carries the number of the last update, and gets every update after it; one that was slow
 * restarts with a snapshot.
 */
export class Stream {
  #seq = 0;
  readonly #current = new Set<Subscriber>();
  /** Subscribers that wait for a snapshot. */
  readonly #behind = new Set<Subscriber>();
  #snapshotFrame: Buffer | undefined;
  readonly topic: string;
  readonly #snapshot: () => string | undefined;
  readonly #delivery: Delivery;

  /** `snapshot` returns the whole state as JSON, or undefined while there is none. */
  constructor(topic: string, delivery: Delivery, snapshot: () => string | undefined) {
    this.topic = topic;
    this.#delivery = delivery;
    this.#snapshot = snapshot;
  }

  get isWatched(): boolean {
    return this.#current.size + this.#behind.size > 0;
  }

  /** Adds a subscriber, or restarts one that lost its place. */
  add(subscriber: Subscriber): void {
    this.#current.delete(subscriber);
    this.#behind.add(subscriber);
    this.#catchUp(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#current.delete(subscriber);
    this.#behind.delete(subscriber);
  }

  /** Sends an update (JSON) to all subscribers that are up to date. */
  publish(data: string): void {
    this.#seq += 1;
    this.#snapshotFrame = undefined;
    if (this.#current.size === 0) return;
    const frame = this.#frame('update', data);
    for (const subscriber of this.#current) {
      if (this.#delivery === 'complete' || !subscriber.isSlow) {
        subscriber.send(frame);
      } else {
        this.#current.delete(subscriber);
        this.#behind.add(subscriber);
        subscriber.fallBehind();
      }
    }
  }

  /**
   * Called every tick: sends a snapshot to waiting subscribers that can take one. Returns the number of those that
   * still wait.
   */
  catchUpAll(): number {
    this.#snapshotFrame = undefined;
    for (const subscriber of this.#behind) this.#catchUp(subscriber);
    return this.#behind.size;
  }

  #catchUp(subscriber: Subscriber): void {
    if (subscriber.isSlow) return;
    this.#snapshotFrame ??= this.#writeSnapshot();
    if (this.#snapshotFrame === undefined) return;
    this.#behind.delete(subscriber);
    this.#current.add(subscriber);
    subscriber.send(this.#snapshotFrame);
  }

  #writeSnapshot(): Buffer | undefined {
    const data = this.#snapshot();
    return data === undefined ? undefined : this.#frame('snapshot', data);
  }

  #frame(type: 'snapshot' | 'update', data: string): Buffer {
    return Buffer.from(
      `{"type":"${type}","code":${CODES.ok},"topic":"${this.topic}","seq":${this.#seq},"data":${data}}`,
    );
  }
}
