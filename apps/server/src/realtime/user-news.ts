import { Stream } from './stream.ts';

/** A private topic that brings each user what features have for them. Its snapshot is empty: what was before is read by a call. */
export class UserNews {
  private readonly watched = new Map<number, Stream>();
  readonly topic: string;

  constructor(topic: string) {
    this.topic = topic;
  }

  find(account: number): Stream {
    const known = this.watched.get(account);
    if (known !== undefined) return known;
    const stream = new Stream(this.topic, 'complete', () => '[]');
    this.watched.set(account, stream);
    return stream;
  }

  /** Tells a user, on every device that watches. */
  publish(account: number, news: readonly object[]): void {
    this.watched.get(account)?.publish(JSON.stringify(news));
  }

  /** Gives snapshots to those who wait for one, and forgets what nobody watches. Returns how many still wait. */
  tick(): number {
    let behind = 0;
    for (const [account, stream] of this.watched) {
      if (!stream.isWatched) this.watched.delete(account);
      else behind += stream.catchUpAll();
    }
    return behind;
  }
}
