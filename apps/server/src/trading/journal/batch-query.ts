import { Query } from 'pg';

/**
 * One message with all statements of a transaction, followed at once by the rows of its COPYs: one round trip to the
 * server. After an error the protocol lets the server skip the other statements and ignore the rows. It extends pg's
 * Query, because pg pipelines only its own queries (PIPELINE).
 */
export class BatchQuery extends Query {
  readonly #copies: readonly Buffer[];
  readonly #tag: string;
  readonly #settle: (error?: Error) => void;
  #lastTag = '';

  /** `tag`: the command whose completion ends the message. */
  constructor(sql: string, copies: readonly Buffer[], tag: 'COMMIT' | 'COPY', settle: (error?: Error) => void) {
    super(sql);
    this.#copies = copies;
    this.#tag = tag;
    this.#settle = settle;
    this.submit = (connection) => {
      const { stream } = connection;
      stream.cork();
      connection.query(sql);
      for (const copy of this.#copies) stream.write(copy);
      stream.uncork();
    };
  }

  handleCommandComplete(message: { text: string }): void {
    [this.#lastTag = ''] = message.text.split(' ');
  }

  handleError(error: Error): void {
    // pg drops a failed query at once, so ReadyForQuery will not follow.
    this.#settle(error);
  }

  handleReadyForQuery(): void {
    this.#settle(this.#lastTag === this.#tag ? undefined : new Error(`the batch ended with ${this.#lastTag}`));
  }

  handleRowDescription(): void {
    // The only result of a batch is extend_journal's, which is void.
  }

  handleDataRow(): void {
    // See handleRowDescription.
  }

  handleCopyInResponse(): void {
    // The rows have already been sent.
  }
}
