import { CODES } from '@fairlot/contract';
import type { Connection } from './connection.ts';

/**
 * What a client can't take now. `replaceable`: a later snapshot makes good for it. `complete`: nothing may be missing,
 * so a client that can't take it loses its connection.
 */
export type Delivery = 'replaceable' | 'complete';

/**
 * A numbered course of messages under one topic, the same for all its subscribers: each message is encoded once.
 * A subscriber begins with a snapshot that carries the number of the last update, and gets every update after it; one
 * that was slow begins again with a snapshot.
 */
export class Stream {
  private seq = 0;
  private readonly current = new Set<Connection>();
  /** Those that wait for a snapshot. */
  private readonly behind = new Set<Connection>();
  private snapshotFrame: Buffer | undefined;
  readonly topic: string;
  private readonly snapshot: () => string | undefined;
  private readonly delivery: Delivery;

  /** `snapshot` writes the whole state as JSON, or nothing while there is none to be shown. */
  constructor(topic: string, delivery: Delivery, snapshot: () => string | undefined) {
    this.topic = topic;
    this.delivery = delivery;
    this.snapshot = snapshot;
  }

  get isWatched(): boolean {
    return this.current.size + this.behind.size > 0;
  }

  /** Adds a subscriber, or begins again with one that lost its place. */
  add(connection: Connection): void {
    this.current.delete(connection);
    this.behind.add(connection);
    this.catchUp(connection);
  }

  remove(connection: Connection): void {
    this.current.delete(connection);
    this.behind.delete(connection);
  }

  /** Sends an update (JSON) to everyone who is up to date. */
  publish(data: string): void {
    this.seq += 1;
    this.snapshotFrame = undefined;
    if (this.current.size === 0) return;
    const frame = this.frame('update', data);
    for (const connection of this.current) {
      if (this.delivery === 'complete' || !connection.isSlow) {
        connection.send(frame);
      } else {
        this.current.delete(connection);
        this.behind.add(connection);
        connection.fallBehind();
      }
    }
  }

  /** Once a tick: gives a snapshot to those who were slow and can take one now. Returns how many still can't. */
  catchUpAll(): number {
    this.snapshotFrame = undefined;
    for (const connection of this.behind) this.catchUp(connection);
    return this.behind.size;
  }

  private catchUp(connection: Connection): void {
    if (connection.isSlow) return;
    this.snapshotFrame ??= this.writeSnapshot();
    if (this.snapshotFrame === undefined) return;
    this.behind.delete(connection);
    this.current.add(connection);
    connection.send(this.snapshotFrame);
  }

  private writeSnapshot(): Buffer | undefined {
    const data = this.snapshot();
    return data === undefined ? undefined : this.frame('snapshot', data);
  }

  private frame(type: 'snapshot' | 'update', data: string): Buffer {
    return Buffer.from(
      `{"type":"${type}","code":${CODES.ok},"topic":"${this.topic}","seq":${this.seq},"data":${data}}`,
    );
  }
}
