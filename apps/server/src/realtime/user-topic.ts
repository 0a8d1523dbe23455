import { Stream } from './stream.ts';

/** Users who are told to read again in one tick: each of them calls the house, which has perhaps just taken over. */
const RESTARTS_A_TICK = 25;

/**
 * A private topic with messages of features for each user. Its snapshot is empty, because clients read earlier messages
 * by a call.
 */
export class UserTopic {
  readonly #watched = new Map<number, Stream>();
  /** Users who are still to be told to read again. */
  readonly #restarts = new Set<number>();
  readonly topic: string;

  readonly #published: (account: number, data: readonly object[]) => void;

  /** `published` is told of all that is sent, for the sockets of other processes. */
  constructor(topic: string, published: (account: number, data: readonly object[]) => void = () => undefined) {
    this.topic = topic;
    this.#published = published;
  }

  find(account: number): Stream {
    const known = this.#watched.get(account);
    if (known !== undefined) return known;
    const stream = new Stream(this.topic, 'complete', () => '[]');
    this.#watched.set(account, stream);
    return stream;
  }

  /** Sends data to a user, on every device that watches. */
  publish(account: number, data: readonly object[]): void {
    this.send(account, data);
    this.#published(account, data);
  }

  /** The same to the sockets of this process alone. */
  send(account: number, data: readonly object[]): void {
    this.#watched.get(account)?.publish(JSON.stringify(data));
  }

  /** Tells all who watch to read again, some with each tick, because messages may have been missed. */
  restart(): void {
    for (const account of this.#watched.keys()) this.#restarts.add(account);
  }

  /**
   * Sends snapshots to waiting subscribers, and drops streams without subscribers. Returns the number that still wait.
   */
  tick(): number {
    this.#restartSome();
    let behind = 0;
    for (const [account, stream] of this.#watched) {
      if (!stream.isWatched) this.#watched.delete(account);
      else behind += stream.catchUpAll();
    }
    return behind;
  }

  #restartSome(): void {
    let left = RESTARTS_A_TICK;
    for (const account of this.#restarts) {
      if (left === 0) return;
      left -= 1;
      this.#restarts.delete(account);
      this.#watched.get(account)?.restart();
    }
  }
}
