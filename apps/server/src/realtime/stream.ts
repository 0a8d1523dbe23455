import { CODES, type SubscriptionMode } from '@fairlot/contract';
import { textFrame } from './frame.ts';
import { SendTurns, type Slices } from './send-turns.ts';

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

interface Update {
  readonly seq: number;
  readonly frame: Buffer;
}

interface StreamOptions {
  /** Shared by the streams of a gateway. */
  readonly turns?: SendTurns | undefined;
  /** Stated in each message. */
  readonly mode?: SubscriptionMode | undefined;
}

/**
 * A numbered sequence of messages under one topic. Each message is encoded once for all subscribers. A subscriber
 * starts with a snapshot that carries the number of the last update, and gets every update after it; one that was slow
 * restarts with a snapshot.
 */
export class Stream {
  #seq = 0;
  /** Subscribers that are up to date, with the number of the snapshot that they began with. */
  readonly #current = new Map<Subscriber, number>();
  /** Subscribers that wait for a snapshot. */
  readonly #behind = new Set<Subscriber>();
  #snapshotFrame: Buffer | undefined;
  /** Updates that not all subscribers have been sent. */
  readonly #updates: Update[] = [];
  readonly #turns: SendTurns;
  readonly #mode: string;
  readonly topic: string;
  readonly #snapshot: () => string | undefined;
  readonly #delivery: Delivery;

  /** `snapshot` returns the whole state as JSON, or undefined while there is none. */
  constructor(topic: string, delivery: Delivery, snapshot: () => string | undefined, options: StreamOptions = {}) {
    this.#turns = options.turns ?? new SendTurns();
    this.#mode = options.mode === undefined ? '' : `,"mode":"${options.mode}"`;
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

  /** Restarts all subscribers: each gets a snapshot in place of the updates that it was not sent. */
  restart(): void {
    for (const subscriber of this.#current.keys()) this.#behind.add(subscriber);
    this.#current.clear();
    this.catchUpAll();
  }

  remove(subscriber: Subscriber): void {
    this.#current.delete(subscriber);
    this.#behind.delete(subscriber);
    // Changes that nobody watches are published to nobody, so the next subscriber needs a new snapshot.
    if (!this.isWatched) this.#snapshotFrame = undefined;
  }

  /** Sends an update (JSON) to all subscribers that are up to date. */
  publish(data: string): void {
    this.#seq += 1;
    this.#snapshotFrame = undefined;
    if (this.#current.size === 0) return;
    this.#updates.push({ seq: this.#seq, frame: this.#frame('update', data) });
    if (this.#updates.length === 1) this.#turns.run(this.#slices());
  }

  /** Sends the waiting updates one after the other. A subscriber that came meanwhile began with a newer snapshot. */
  *#slices(): Slices {
    for (let update = this.#updates[0]; update !== undefined; update = this.#updates[0]) {
      for (const [subscriber, begun] of this.#current) {
        if (begun >= update.seq) continue;
        while (!this.#turns.take()) yield;
        // It may have left, or begun again, in between.
        if (this.#current.get(subscriber) === begun) this.#sendUpdate(subscriber, update.frame);
      }
      this.#updates.shift();
    }
  }

  #sendUpdate(subscriber: Subscriber, frame: Buffer): void {
    if (this.#delivery === 'complete' || !subscriber.isSlow) return subscriber.send(frame);
    this.#current.delete(subscriber);
    this.#behind.add(subscriber);
    return subscriber.fallBehind();
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
    this.#current.set(subscriber, this.#seq);
    subscriber.send(this.#snapshotFrame);
  }

  #writeSnapshot(): Buffer | undefined {
    const data = this.#snapshot();
    return data === undefined ? undefined : this.#frame('snapshot', data);
  }

  #frame(type: 'snapshot' | 'update', data: string): Buffer {
    return textFrame(
      `{"type":"${type}","code":${CODES.ok},"topic":"${this.topic}"${this.#mode},"seq":${this.#seq},"data":${data}}`,
    );
  }
}
