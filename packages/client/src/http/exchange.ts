import type { Envelope } from '@fairlot/contract';
import { z } from 'zod/mini';
import type { Clock } from '../platform/clock.ts';
import { CallError } from './call-error.ts';
import type { CallOptions } from './types.ts';
import { KNOWN_CODES } from './known-codes.ts';

const TIMEOUT_MS = 15_000;

const envelope = z.object({
  code: z.int(),
  msg: z.string(),
  reason: z.optional(z.string()),
  detail: z.optional(z.record(z.string(), z.string())),
  data: z.optional(z.unknown()),
});

/** Dependencies of sending a request. */
export interface Transport {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}
export type BuiltRequest = readonly [url: string, init: RequestInit];
type ReceiveOptions = Pick<CallOptions, 'signal' | 'timeout' | 'keepalive'>;

/** Sends a request and reads its answer. Throws a CallError unless it succeeded. */
export async function exchange(
  transport: Transport,
  output: z.ZodMiniType,
  request: BuiltRequest,
  options: ReceiveOptions,
): Promise<Envelope<unknown>> {
  const { status, text } = await send(transport, request, options);
  return readAnswer(status, text, output);
}

/**
 * Parses the envelope of an answer, and its data by the contract. Throws a CallError for a refusal or an invalid
 * answer.
 */
export function readAnswer(status: number, text: string, output: z.ZodMiniType): Envelope<unknown> {
  const parsed = envelope.safeParse(parseJson(text));
  if (!parsed.success) {
    const code = status >= 200 && status < 300 ? 'ERR_BAD_ANSWER' : (`HTTP_${status}` as const);
    throw new CallError({ kind: 'transport', code, status });
  }
  const { code, msg, reason, detail, data } = parsed.data;
  if (code !== KNOWN_CODES.ok) throw new CallError({ kind: 'refused', code, reason, msg, detail, status });
  const checked = output.safeParse(data);
  if (!checked.success)
    throw new CallError({ kind: 'transport', code: 'ERR_BAD_ANSWER', status, cause: checked.error });
  return { code, msg, reason: 'ok', data: checked.data, ...(detail === undefined ? {} : { detail }) };
}

/** A received body as text, with its status and headers of interest. */
interface Received {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Fetches the whole body as text. */
export function send(transport: Transport, request: BuiltRequest, options: ReceiveOptions): Promise<Received> {
  return receive(transport, request, options, async (response) => ({
    status: response.status,
    text: await response.text(),
    headers: response.headers,
  }));
}

/** Fetches and reads the whole body. Throws a CallError when the timeout passes or the caller cancels. */
export async function receive<T>(
  { fetch, clock }: Transport,
  [url, init]: BuiltRequest,
  options: ReceiveOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let timedOut = false;
  const callOff = (): void => abort.abort();
  const stopTimer = clock.after(options.timeout ?? TIMEOUT_MS, () => {
    timedOut = true;
    abort.abort();
  });
  options.signal?.addEventListener('abort', callOff);
  try {
    if (options.signal?.aborted === true) throw cancelled();
    const response = await fetch(url, { ...init, keepalive: options.keepalive === true, signal: abort.signal });
    return await read(response);
  } catch (error) {
    if (options.signal?.aborted === true) throw cancelled();
    throw new CallError({ kind: 'transport', code: timedOut ? 'ERR_TIMEOUT' : 'ERR_NETWORK', cause: error });
  } finally {
    stopTimer();
    options.signal?.removeEventListener('abort', callOff);
  }
}

/** The error of a call that its caller cancelled. */
export function cancelled(): CallError {
  return new CallError({ kind: 'cancelled', code: 'ERR_CANCELLED' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
