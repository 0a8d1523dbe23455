import type { SourcePhase, SourceReason } from '../source.ts';

/** The reason why a connection to a source failed or ended, and the state that follows. */
export interface Fault {
  readonly phase: Exclude<SourcePhase, 'live'>;
  readonly reason: SourceReason;
  /** Facts for staff. May contain the source's own words; the supervision shortens and masks them. */
  readonly detail?: string | undefined;
  /** The shortest wait before the next attempt that the source asked for. */
  readonly retryAfterMs?: number | undefined;
}

const DETAIL_LIMIT = 160;

/** A detail as one short line without control characters, and without the given secrets. */
export function plainDetail(detail: string, secrets: readonly string[] = []): string {
  const masked = secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')), detail);
  const line = masked.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= DETAIL_LIMIT ? line : `${line.slice(0, DETAIL_LIMIT - 1)}…`;
}

/** The source's answer to a request was not the expected one: a status, or a page where data was expected. */
export function wrongAnswer(detail: string): Fault {
  return { phase: 'connecting', reason: 'wrong_answer', detail };
}

/** The source does not accept the credentials. */
export function unauthorized(detail: string): Fault {
  return { phase: 'refused', reason: 'unauthorized', detail };
}

/** The fault for the status of an answer that opens no stream. `words` is the beginning of its body, if read. */
export function faultOfStatus(
  status: number,
  headers: { readonly 'retry-after'?: string | undefined },
  now: number,
  words = '',
): Fault {
  const detail = words === '' ? `HTTP ${status}` : `HTTP ${status}: ${words}`;
  const retryAfterMs = retryAfter(headers['retry-after'], now);
  if (status === 401 || status === 403 || status === 407) return unauthorized(detail);
  if (status === 429 || status === 418) return { phase: 'refused', reason: 'rate_limited', detail, retryAfterMs };
  if (status >= 500) return { phase: 'connecting', reason: 'wrong_answer', detail, retryAfterMs };
  return wrongAnswer(detail);
}

/** Milliseconds of a Retry-After header: seconds or a date. Undefined when it is absent or unreadable. */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value.trim()) * 1000;
  const at = value.endsWith(' GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The fault for an error of a socket. Errors of the protocol mean that the other side is not what it should be. */
export function faultOfError(error: Error, wasOpen: boolean): Fault {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const detail = code ?? error.message;
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return wrongAnswer('message too long');
  if (code?.startsWith('WS_ERR_') === true || code?.startsWith('HPE_') === true) return wrongAnswer(detail);
  // `ws` has no code for a wrong answer to its handshake.
  if (code === undefined && !wasOpen) return wrongAnswer(detail);
  return { phase: 'connecting', reason: wasOpen ? 'connection_closed' : 'unreachable', detail };
}
