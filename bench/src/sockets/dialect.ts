/** Protocol of a server under measurement. */
export interface Dialect {
  readonly path: string;
  /** Sent once the socket is open. */
  readonly hello: string;
  /** Sent after `hello`. */
  readonly afterHello?: string | undefined;
  /** Reads the times of the quotes in a message, in epoch milliseconds. */
  readonly times: (message: string) => readonly number[];
}

/** Orders to the process of the readers and its answers, as lines of JSON. */
export type ReaderOrder = Pick<Dialect, 'path' | 'hello' | 'afterHello'> & {
  readonly connect: number;
  readonly port: number;
};
export interface ReaderAnswer {
  readonly bytes: number;
  readonly failed?: string;
}
