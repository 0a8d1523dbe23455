import type { CallName, Envelope } from '@fairlot/contract';
import { CallError } from './call-error.ts';
import { callOf } from './call-of.ts';
import { cancelled, exchange } from './exchange.ts';
import { buildRequest } from './request.ts';
import type { Api, ApiSettings, CallInput, CallOptions, CallOutput } from './types.ts';
import { KNOWN_CODES } from './known-codes.ts';

/** Calls whose success shows the server's message; specification, section 7, effects of answers. */
const ANNOUNCED: ReadonlySet<CallName> = new Set<CallName>([
  'close',
  'cancelTrade',
  'setStopPrice',
  'setPartialLevels',
  'amendPendingOrder',
  'resetDemo',
]);

/** Reports the failure of a call to the log and to the user, and the end of a session once per token. */
function reporter(settings: ApiSettings): (error: CallError, options: CallOptions, token: string | null) => void {
  let reportedToken: string | null | undefined;
  return (error, options, token) => {
    if (error.kind === 'cancelled') return;
    if (error.kind === 'transport') settings.log.warn(`call failed: ${error.msg}`, error.cause);
    if (error.code === KNOWN_CODES.session_invalid && options.initial !== true) {
      // Several calls can see the same session end, so it is reported once per token. An answer to an old token says
      // nothing about the current session.
      if (token !== settings.token() || token === reportedToken) return;
      reportedToken = token;
      settings.onSessionInvalid?.(error);
    }
    if (options.quiet !== true) settings.onMessage?.({ kind: 'error', text: error.msg, error });
  };
}

/** Typed calls over fetch, with the effects of the specification's sections 7 and 8. */
export function createApi(settings: ApiSettings): Api {
  let spinners = 0;
  const report = reporter(settings);

  const showSpinner = (change: 1 | -1): void => {
    spinners += change;
    settings.onSpinner?.(spinners);
  };

  /** Wraps a call with its effects: the hook before it, the spinner while it runs, and the report of its failure. */
  const withEffects = async <T>(
    name: CallName,
    input: unknown,
    options: CallOptions,
    work: (token: string | null) => Promise<T>,
  ): Promise<T> => {
    const token = options.token ?? settings.token();
    if (options.spinner === true) showSpinner(1);
    try {
      if ((await settings.beforeRequest?.({ call: name, input, options })) === false) throw cancelled();
      return await work(token);
    } catch (error) {
      const known =
        error instanceof CallError ? error : new CallError({ kind: 'transport', code: 'ERR_NETWORK', cause: error });
      report(known, options, token);
      throw known;
    } finally {
      if (options.spinner === true) showSpinner(-1);
    }
  };

  const callRaw = <N extends CallName>(
    name: N,
    input: CallInput<N>,
    options: CallOptions = {},
  ): Promise<Envelope<CallOutput<N>>> =>
    withEffects(name, input, options, async (token) => {
      const known = callOf(name);
      const call = known instanceof Promise ? await known : known;
      const answer = await exchange(
        settings,
        call.output,
        buildRequest(settings, call, input, options, token),
        options,
      );
      if (options.announce ?? ANNOUNCED.has(name)) settings.onMessage?.({ kind: 'success', text: answer.msg });
      return answer as Envelope<CallOutput<N>>;
    });

  return {
    pictureUrl: (path) => new URL(path, settings.baseUrl).href,
    callRaw,
    call: async (name, input, options) => (await callRaw(name, input, options)).data,
    upload: (name, file, options = {}) =>
      withEffects(name, {}, options, async (token) =>
        (await import('./files.ts')).upload(settings, name, file, options, token),
      ),
    download: (name, input, options = {}) =>
      withEffects(name, input, options, async (token) =>
        (await import('./files.ts')).download(settings, name, input, options, token),
      ),
    fetchImage: (url, options = {}) =>
      withEffects('image', { url }, options, async (token) =>
        (await import('./files.ts')).fetchImage(settings, url, options, token),
      ),
  };
}
