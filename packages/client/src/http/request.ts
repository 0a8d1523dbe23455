import { IDEMPOTENCY_HEADER } from '@fairlot/contract';
import type { Call } from '@fairlot/contract';
import type { ApiSettings, CallOptions } from './types.ts';

/**
 * The HTTP method of a call. The specification lists state-changing calls under GET, and the server accepts POST on the
 * same path. The client sends POST, because browsers do not prefetch, cache or repeat it.
 */
export function methodOf(call: Pick<Call, 'methods' | 'changesState'>): 'GET' | 'POST' | 'DELETE' {
  if (call.changesState && call.methods.includes('POST')) return 'POST';
  return call.methods[0] ?? 'GET';
}

/**
 * Builds the address and the options for fetch. `token` is the one at the time of the call: a sign-out right after it
 * must not remove it.
 */
export function buildRequest(
  settings: ApiSettings,
  call: Call,
  input: unknown,
  options: CallOptions,
  token: string | null,
): readonly [url: string, init: RequestInit] {
  const method = methodOf(call);
  const headers: Record<string, string> = { lang: settings.lang() };
  if (token !== null) headers['authorization'] = token;
  if (call.changesState) headers[IDEMPOTENCY_HEADER] = options.key ?? settings.newKey();
  const url = new URL(call.path, settings.baseUrl);
  if (method === 'POST') {
    headers['content-type'] = 'application/json';
    return [url.href, { method, headers, body: JSON.stringify(input) }];
  }
  for (const [name, value] of Object.entries(input as Record<string, string | number | undefined>)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  url.searchParams.set('t', String(settings.clock.now()));
  return [url.href, { method, headers }];
}
