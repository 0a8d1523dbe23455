import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { faultOfError, faultOfStatus, plainDetail, wrongAnswer, type Fault } from './fault.ts';
import { readJson, type Json } from './json.ts';
import { retryDelay } from './retry.ts';
import { waitFor, type Timers } from './timers.ts';

/** Settings of the calls to a source's REST interface. */
export interface RestOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The longest time of a call. */
  readonly timeoutMs: number;
  /** The longest body in bytes. */
  readonly maxBytes: number;
  /** The shortest time between the starts of two calls: the source's limit. */
  readonly spacingMs: number;
  /** Attempts of a call that fails for a passing reason. */
  readonly attempts: number;
  /** Keeps the connection open between calls, for sources that count new connections. */
  readonly isPersistent?: boolean | undefined;
  /** Texts that must not appear in an error, such as a token. */
  readonly secrets?: readonly string[] | undefined;
}

/** A connection that is unused for this long is closed. */
const UNUSED_MS = 30_000;

/** A call to a source failed for good, or too often. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly fault: Fault;
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;

  constructor(fault: Fault, status: number | undefined) {
    super(fault.detail ?? fault.reason);
    this.fault = fault;
    this.status = status;
  }
}

/** Calls a source's REST interface: one call at a time, within its rate, with bounded answers and retries. */
export class RestClient {
  readonly #options: RestOptions;
  readonly #timers: Timers;
  readonly #agents: { readonly http: HttpAgent; readonly https: HttpsAgent } | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #nextAt = 0;

  constructor(options: RestOptions, timers: Timers) {
    this.#options = options;
    this.#timers = timers;
    // An unused connection does not keep the process alive.
    const kept = { keepAlive: true, maxSockets: 1, timeout: UNUSED_MS };
    if (options.isPersistent === true) this.#agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  }

  /** The JSON of a resource. Throws a RestError, or the signal's reason. */
  get(url: string, signal: AbortSignal): Promise<Json> {
    const call = this.#turn.then(() => this.#getWithRetries(url, signal));
    this.#turn = call.catch(nothing);
    return call;
  }

  async #getWithRetries(url: string, signal: AbortSignal): Promise<Json> {
    for (let failures = 1; ; failures += 1) {
      signal.throwIfAborted();
      await waitFor(this.#timers, Math.max(0, this.#nextAt - this.#timers.now()), signal);
      this.#nextAt = this.#timers.now() + this.#options.spacingMs;
      try {
        return await this.#call(url, signal);
      } catch (error) {
        if (!(error instanceof RestError) || !isPassing(error) || failures >= this.#options.attempts) throw error;
        await waitFor(
          this.#timers,
          retryDelay(failures, error.fault, () => this.#timers.random()),
          signal,
        );
      }
    }
  }

  #call(url: string, signal: AbortSignal): Promise<Json> {
    const { headers, timeoutMs, maxBytes } = this.#options;
    const { promise, resolve, reject } = deferred<Json>();
    const fail = (fault: Fault, status?: number): void => {
      const detail = fault.detail === undefined ? undefined : plainDetail(fault.detail, this.#options.secrets);
      reject(new RestError({ ...fault, detail }, status));
      request.destroy();
    };
    const isSecure = new URL(url).protocol === 'https:';
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      agent: this.#agents?.[isSecure ? 'https' : 'http'] ?? false,
      headers: { accept: 'application/json', ...headers, 'accept-encoding': 'identity' },
    });
    const onAbort = (): void => {
      reject(signal.reason as Error);
      request.destroy();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    // The status of a refusal holds, also when its body is cut, too long or drip-fed.
    let refuse: ((words: string) => void) | undefined;
    const cancel = this.#timers.after(timeoutMs, () => {
      refuse?.('');
      fail({ phase: 'connecting', reason: 'unreachable', detail: 'no answer in time' });
    });
    request.on('error', (error) => fail(faultOfError(error, false)));
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status !== 200)
        refuse = (words) => fail(faultOfStatus(status, response.headers, this.#timers.now(), words), status);
      readBody(response, maxBytes, (body) => {
        if (refuse !== undefined) return refuse(body ?? '');
        if (body === undefined) return fail(wrongAnswer('answer too long or cut'), status);
        const json = readJson(body);
        return json === undefined ? fail(wrongAnswer('the answer is not JSON'), status) : resolve(json);
      });
    });
    request.end();
    return promise.finally(() => {
      cancel();
      signal.removeEventListener('abort', onAbort);
    });
  }
}

/** True for failures that another attempt may not have. */
function isPassing({ fault, status }: RestError): boolean {
  return fault.reason === 'rate_limited' || status === undefined || status >= 500;
}

/** Calls back once with the body, or with undefined when it is too long or was cut. */
function readBody(response: IncomingMessage, maxBytes: number, done: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) response.destroy();
    else chunks.push(chunk);
  });
  response.on('error', nothing);
  response.on('close', () =>
    done(response.complete && bytes <= maxBytes ? Buffer.concat(chunks).toString('utf8') : undefined),
  );
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

function nothing(): void {
  // Told by other means.
}
