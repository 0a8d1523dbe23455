import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

/** After this time without an answer the message is retried later. */
const TIMEOUT_MS = 10_000;

/** The private origins that the operator allows, and the DNS lookup for all other hosts. */
export interface Endpoints {
  readonly allowed: readonly string[];
  readonly lookup: LookupFunction;
}

/** A request to a push service. */
export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** The response of a push service. */
export interface PushResponse {
  readonly status: number;
  /** Seconds from the Retry-After header. */
  readonly retryAfter: number | undefined;
}

/**
 * Delivers one message. Does not follow redirects, because they could lead into the private network. Rejects without a
 * response or when `stop` is aborted.
 */
export function deliver(
  { endpoint, headers, body }: PushRequest,
  { allowed, lookup }: Endpoints,
  stop: AbortSignal,
): Promise<PushResponse> {
  const url = new URL(endpoint);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  // Allowed origins may be in the private network; all other hosts must resolve to public addresses.
  const guard = allowed.includes(url.origin) ? {} : { lookup };
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': body.length },
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stop]),
        ...guard,
      },
      (response) => {
        const seconds = Number(response.headers['retry-after']);
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
        });
        // The body is not needed and could be endless.
        response.destroy();
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
