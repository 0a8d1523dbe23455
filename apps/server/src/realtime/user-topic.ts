import { Stream } from './stream.ts';

/**
 * A private topic with messages of features for each user. Its snapshot is empty, because clients read earlier messages
 * by a call.
 */
export class UserTopic {
  readonly #watched = new Map<number, Stream>();
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

  /** Tells all who watch to read again, because messages may have been missed. */
  restart(): void {
    for (const stream of this.#watched.values()) stream.restart();
  }

  /**
   * Sends snapshots to waiting subscribers, and drops streams without subscribers. Returns the number that still wait.
   */
  tick(): number {
    let behind = 0;
    for (const [account, stream] of this.#watched) {
      if (!stream.isWatched) this.#watched.delete(account);
      else behind += stream.catchUpAll();
    }
    return behind;
  }
}
