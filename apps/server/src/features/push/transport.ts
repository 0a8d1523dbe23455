import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

/** A push service that has not answered by then is tried again later. */
const PATIENCE_MS = 10_000;

/** Which addresses inside are the operator's exceptions, and how names of all others are looked up. */
export interface Endpoints {
  readonly allowed: readonly string[];
  readonly lookup: LookupFunction;
}

/** What goes to a push service. */
export interface Parcel {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** What a push service said. */
export interface Receipt {
  readonly status: number;
  /** Seconds that it wants to be left alone. */
  readonly retryAfter: number | undefined;
}

/** Delivers one message. Redirects are not followed: they could lead anywhere. Rejects when there is no answer, or when `stop` says so. */
export function deliver(
  { endpoint, headers, body }: Parcel,
  { allowed, lookup }: Endpoints,
  stop: AbortSignal,
): Promise<Receipt> {
  const url = new URL(endpoint);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  // The operator's exceptions are addresses inside; everything else has to be outside.
  const guard = allowed.includes(url.origin) ? {} : { lookup };
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': body.length },
        signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), stop]),
        ...guard,
      },
      (response) => {
        const seconds = Number(response.headers['retry-after']);
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
        });
        // What else it has to say is of no interest, and may be endless.
        response.destroy();
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
