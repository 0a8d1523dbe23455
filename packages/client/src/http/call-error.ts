import type { Reason } from '@fairlot/contract';

/** The reason why no answer of the platform arrived. Users see it as it is. */
export type TransportCode = 'ERR_NETWORK' | 'ERR_TIMEOUT' | 'ERR_BAD_ANSWER' | 'ERR_CANCELLED' | `HTTP_${number}`;

/**
 * `refused`: the platform rejected the call. `transport`: no usable answer arrived, so a change may or may not have
 * happened. `cancelled`: the caller, or the hook before the request, cancelled it.
 */
export type CallErrorKind = 'refused' | 'transport' | 'cancelled';

interface CallErrorParts {
  readonly kind: CallErrorKind;
  readonly code: number | TransportCode;
  readonly reason?: string | undefined;
  readonly msg?: string | undefined;
  readonly detail?: Readonly<Record<string, string>> | undefined;
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

/** A call that did not succeed. */
export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** The envelope's code, or the transport's. */
  readonly code: number | TransportCode;
  /** The stable reason of a refusal. A server newer than this page may give one that the contract does not list. */
  readonly reason: Reason | (string & {}) | undefined;
  /** The server's message in the language of the request; the code for a transport error. */
  readonly msg: string;
  /** Figures of a refusal, such as the nearest allowed price. */
  readonly detail: Readonly<Record<string, string>>;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(parts: CallErrorParts) {
    super(parts.msg ?? String(parts.code), parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'CallError';
    this.kind = parts.kind;
    this.code = parts.code;
    this.reason = parts.reason;
    this.msg = parts.msg ?? String(parts.code);
    this.detail = parts.detail ?? {};
    this.status = parts.status ?? 0;
  }

  /**
   * True if the requested change may have happened despite the error. Failures of the platform (5xx, codes 9xxx) count
   * too, because they can follow the commit.
   */
  get outcomeUnknown(): boolean {
    if (this.kind !== 'refused') return this.kind === 'transport';
    return this.status >= 500 || (typeof this.code === 'number' && this.code >= 9000);
  }
}
