import { IDEMPOTENCY_HEADER } from '@fairlot/contract';
import type { Call } from '@fairlot/contract';
import type { ApiSettings, CallOptions } from './types.ts';

/**
 * The method of a call. The specification places orders and the like by GET; the server takes them by POST on the same
 * path, which no browser prefetches, caches or repeats, so that is what we send whenever a call changes state.
 */
export function methodOf(call: Pick<Call, 'methods' | 'changesState'>): 'GET' | 'POST' | 'DELETE' {
  if (call.changesState && call.methods.includes('POST')) return 'POST';
  return call.methods[0] ?? 'GET';
}

/** Address and options for fetch. `token` is that of the moment of the call: a sign-out right after it must not strip it. */
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
