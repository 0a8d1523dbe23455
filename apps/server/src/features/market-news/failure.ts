/** The reasons why a source of market news could not be read. */
export type NewsFailureReason =
  /** The address, or one that it redirects to, is not https or not on the public internet. */
  | 'address'
  | 'unreachable'
  | 'timeout'
  /** An answer that is not a document; the detail is its status. */
  | 'status'
  | 'redirects'
  | 'too_large'
  /** Bytes that are no text in the stated encoding. */
  | 'encoding'
  /** Text that is no calendar or no feed. */
  | 'format';

/** A source of market news that could not be read. */
export class NewsFailure extends Error {
  readonly reason: NewsFailureReason;
  /** Facts such as a status; empty without any. */
  readonly detail: string;

  constructor(reason: NewsFailureReason, detail = '') {
    super(`market news: ${reason}${detail === '' ? '' : ` (${detail})`}`);
    this.reason = reason;
    this.detail = detail;
  }
}
