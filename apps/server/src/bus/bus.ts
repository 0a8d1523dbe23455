/** Bytes of a message at most. NATS takes a megabyte by default. */
export const MAX_MESSAGE_BYTES = 512 * 1024;

/** Thrown when nobody answers a request in time, or nobody is there to answer. Its effect is unknown. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Answers a request. Undefined or a rejection is not answered, so the sender times out; a rejection is logged. */
export type Responder = (data: Uint8Array) => Promise<Uint8Array | undefined>;

export interface SubscriberOptions {
  /**
   * Called when messages may have been lost: the subscriber was too slow, or the connection broke. It must repair its
   * state from the database.
   */
  readonly onDropped: () => void;
  /** Messages that wait for the subscriber at most. Beyond it all of them are dropped. */
  readonly most?: number;
}

/**
 * Carries bytes between the processes of an installation, at most once. It is never the place of truth: a message may be
 * lost, and each subscriber is told of it. Messages of one publisher keep their order.
 */
export interface Bus {
  /** Publishes a message. False when it was dropped, because the bus is not connected or can't take more. */
  publish(subject: string, data: Uint8Array): boolean;
  /** Calls the listener with each message, in order, never in the turn of `publish`. Returns the end of it. */
  subscribe(subject: string, listener: (data: Uint8Array) => void, options: SubscriberOptions): () => void;
  /** Sends a request to one responder. Throws NoAnswerError. */
  request(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array>;
  /** Answers requests, `most` at a time; further ones stay without an answer. Returns the end of it. */
  respond(subject: string, responder: Responder, most?: number): () => void;
  readonly connected: boolean;
  close(): Promise<void>;
}

/** Throws RangeError for a message that no bus carries. */
export function requireSize(data: Uint8Array): void {
  if (data.byteLength > MAX_MESSAGE_BYTES)
    throw new RangeError(`a message has at most ${MAX_MESSAGE_BYTES} bytes, not ${data.byteLength}`);
}
