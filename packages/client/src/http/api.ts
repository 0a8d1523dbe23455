import { CODES, calls } from '@fairlot/contract';
import type { CallName, Envelope } from '@fairlot/contract';
import { CallError } from './call-error.ts';
import { cancelled, exchange } from './exchange.ts';
import { buildRequest } from './request.ts';
import type { Api, ApiSettings, CallInput, CallOptions, CallOutput } from './types.ts';

/** Calls whose success is told in the server's words; specification, section 7, effects of answers. */
const ANNOUNCED: ReadonlySet<CallName> = new Set<CallName>(['close', 'cancelTrade', 'setStopPrice', 'resetDemo']);

/** A picture over a slow line. */
const UPLOAD_TIMEOUT_MS = 90_000;

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

  const send = async <N extends CallName>(name: N, input: CallInput<N> | Blob, options: CallOptions = {}): Promise<Envelope<CallOutput<N>>> => {
    const token = settings.token();
    if (options.spinner === true) showSpinner(1);
    try {
      if ((await settings.beforeRequest?.({ call: name, input, options })) === false) throw cancelled();
      const call = calls[name];
      const answer = await exchange(settings, call.output, buildRequest(settings, call, input, options, token), options);
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
    callRaw: send,
    call: async (name, input, options) => (await send(name, input, options)).data,
    upload: async (name, file, options) => (await send(name, file, { timeout: UPLOAD_TIMEOUT_MS, ...options })).data,
  };
}
