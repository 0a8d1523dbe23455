import { CODES, calls } from '@fairlot/contract';
import type { Call, CallName, Envelope } from '@fairlot/contract';
import { z } from 'zod/mini';
import { CallError } from './call-error.ts';
import { buildRequest } from './request.ts';
import type { Api, ApiSettings, CallInput, CallOptions, CallOutput } from './types.ts';

// Compiled schemas need `new Function`, which a strict content security policy reports even when it is only tried.
z.config({ jitless: true });

const TIMEOUT_MS = 15_000;

/** Calls whose success is told in the server's words; specification, section 7, effects of answers. */
const ANNOUNCED: ReadonlySet<CallName> = new Set<CallName>(['close', 'cancelTrade', 'setStopPrice', 'resetDemo']);

const envelope = z.object({
  code: z.int(),
  msg: z.string(),
  reason: z.optional(z.string()),
  detail: z.optional(z.record(z.string(), z.string())),
  data: z.optional(z.unknown()),
});

/** Typed calls over fetch, with the effects of the specification's sections 7 and 8. */
export function createApi(settings: ApiSettings): Api {
  let spinners = 0;
  let reportedToken: string | null | undefined;

  const showSpinner = (change: 1 | -1): void => {
    spinners += change;
    settings.onSpinner?.(spinners);
  };

  const report = (error: CallError, options: CallOptions, token: string | null): void => {
    if (error.kind === 'cancelled') return;
    if (error.kind === 'transport') settings.log.warn(`call failed: ${error.msg}`, error.cause);
    if (error.code === CODES.session_invalid && options.initial !== true) {
      // Several calls may learn of the same end at once; and an answer to an old token says nothing about the new one.
      if (token !== settings.token() || token === reportedToken) return;
      reportedToken = token;
      settings.onSessionInvalid?.(error);
    }
    if (options.quiet !== true) settings.onMessage?.({ kind: 'error', text: error.msg, error });
  };

  const callRaw = async <N extends CallName>(name: N, input: CallInput<N>, options: CallOptions = {}): Promise<Envelope<CallOutput<N>>> => {
    const token = settings.token();
    if (options.spinner === true) showSpinner(1);
    try {
      if ((await settings.beforeRequest?.({ call: name, input, options })) === false) throw cancelled();
      const answer = await exchange(settings, calls[name], input, options, token);
      if (options.announce ?? ANNOUNCED.has(name)) settings.onMessage?.({ kind: 'success', text: answer.msg });
      return answer as Envelope<CallOutput<N>>;
    } catch (error) {
      const known = error instanceof CallError ? error : new CallError({ kind: 'transport', code: 'ERR_NETWORK', cause: error });
      report(known, options, token);
      throw known;
    } finally {
      if (options.spinner === true) showSpinner(-1);
    }
  };

  return {
    callRaw,
    call: async (name, input, options) => (await callRaw(name, input, options)).data,
  };
}

/** Sends and reads one answer; anything but success throws a CallError. */
async function exchange(
  settings: ApiSettings, call: Call, input: unknown, options: CallOptions, token: string | null,
): Promise<Envelope<unknown>> {
  const [url, init] = buildRequest(settings, call, input, options, token);
  const { status, text } = await send(settings, url, init, options);
  const parsed = envelope.safeParse(parseJson(text));
  if (!parsed.success) {
    const code = status >= 200 && status < 300 ? 'ERR_BAD_ANSWER' : (`HTTP_${status}` as const);
    throw new CallError({ kind: 'transport', code, status });
  }
  const { code, msg, reason, detail, data } = parsed.data;
  if (code !== CODES.ok) throw new CallError({ kind: 'refused', code, reason, msg, detail, status });
  const output = call.output.safeParse(data);
  if (!output.success) throw new CallError({ kind: 'transport', code: 'ERR_BAD_ANSWER', status, cause: output.error });
  return { code, msg, reason: 'ok', data: output.data, ...(detail === undefined ? {} : { detail }) };
}

/** Fetches the whole body, within the time that the call has and unless its caller calls it off. */
async function send(settings: ApiSettings, url: string, init: RequestInit, options: CallOptions): Promise<{ status: number; text: string }> {
  const abort = new AbortController();
  let timedOut = false;
  const callOff = (): void => abort.abort();
  const stopTimer = settings.clock.after(options.timeout ?? TIMEOUT_MS, () => {
    timedOut = true;
    abort.abort();
  });
  options.signal?.addEventListener('abort', callOff);
  try {
    if (options.signal?.aborted === true) throw cancelled();
    const response = await settings.fetch(url, { ...init, signal: abort.signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (options.signal?.aborted === true) throw cancelled();
    throw new CallError({ kind: 'transport', code: timedOut ? 'ERR_TIMEOUT' : 'ERR_NETWORK', cause: error });
  } finally {
    stopTimer();
    options.signal?.removeEventListener('abort', callOff);
  }
}

function cancelled(): CallError {
  return new CallError({ kind: 'cancelled', code: 'ERR_CANCELLED' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
