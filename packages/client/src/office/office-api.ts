import { IDEMPOTENCY_HEADER, OFFICE_BACKGROUND, OFFICE_HEADER, staffCalls } from '@fairlot/contract';
import type { StaffCall, StaffCallName } from '@fairlot/contract';
import type { z } from 'zod/mini';
import { CallError } from '../http/call-error.ts';
import { exchange, readAnswer, send } from '../http/exchange.ts';
import type { BuiltRequest, Transport } from '../http/exchange.ts';
import { staffOutputFrom } from '../model/staff.ts';
import type { StaffOutput } from '../model/staff.ts';
import { KNOWN_CODES } from '../http/known-codes.ts';

/** The input of a staff call as a caller writes it. */
export type StaffInput<N extends StaffCallName> = z.input<(typeof staffCalls)[N]['input']>;

export interface OfficeApiSettings extends Transport {
  /** Origin of the office. */
  readonly baseUrl: string;
  /** Code of the current language, for the lang header. */
  lang(): string;
  newKey(): string;
  /** True while the page is attended. Calls of an unattended page do not extend the session. Default: attended. */
  isAttended?(): boolean;
  /** Called when the office session has ended or does not exist. */
  onSessionInvalid?(): void;
}

export interface OfficeCallOptions {
  readonly signal?: AbortSignal;
  /** Idempotency key of a change. A retry must use the same key. */
  readonly key?: string;
  /** Timeout in milliseconds; default 15,000. */
  readonly timeout?: number;
  /** Marks the call that checks for a session; a missing session is then not reported. */
  readonly initial?: boolean;
}

/** A list exported as a file. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Typed calls of the back office. The session is a cookie that scripts cannot read. Calls reject with a CallError only.
 */
export interface OfficeApi {
  call<N extends StaffCallName>(name: N, input: StaffInput<N>, options?: OfficeCallOptions): Promise<StaffOutput<N>>;
  /** Downloads a whole list as a CSV file. */
  export<N extends StaffCallName>(name: N, input: StaffInput<N>): Promise<ExportedFile>;
}

/** Allows for a file of many thousand rows. */
const EXPORT_TIMEOUT_MS = 120_000;

export function createOfficeApi(settings: OfficeApiSettings): OfficeApi {
  const reported = async <T>(work: Promise<T>, initial: boolean): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof CallError && error.code === KNOWN_CODES.session_invalid && !initial)
        settings.onSessionInvalid?.();
      throw error;
    }
  };
  return {
    async call(name, input, options = {}) {
      const call: StaffCall = staffCalls[name];
      const answer = await reported(
        exchange(settings, call.output, buildOfficeRequest(settings, call, input, options.key), options),
        options.initial === true,
      );
      return staffOutputFrom(name, answer.data);
    },
    async export(name, input) {
      const call: StaffCall = staffCalls[name];
      const request = buildOfficeRequest(settings, call, { ...(input as object), format: 'csv' });
      return reported(
        send(settings, request, { timeout: EXPORT_TIMEOUT_MS }).then((received) => readFile(received, call)),
        false,
      );
    },
  };
}

function readFile({ status, text, headers }: Awaited<ReturnType<typeof send>>, call: StaffCall): ExportedFile {
  if (!(headers.get('content-type') ?? '').startsWith('text/csv')) {
    readAnswer(status, text, call.output);
    throw new CallError({ kind: 'transport', code: 'ERR_BAD_ANSWER', status });
  }
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'list.csv';
  return { name, text };
}

/**
 * Builds the address and options for fetch: a read is a GET with its input in the query, a change a POST with a key.
 */
export function buildOfficeRequest(
  settings: OfficeApiSettings,
  call: StaffCall,
  input: unknown,
  key?: string,
): BuiltRequest {
  const url = new URL(call.path, settings.baseUrl);
  const headers: Record<string, string> = {
    lang: settings.lang(),
    [OFFICE_HEADER]: settings.isAttended?.() === false ? OFFICE_BACKGROUND : 'page',
  };
  if (call.methods[0] === 'POST') {
    headers['content-type'] = 'application/json';
    headers[IDEMPOTENCY_HEADER] = key ?? settings.newKey();
    return [url.href, { method: 'POST', headers, body: JSON.stringify(input), credentials: 'same-origin' }];
  }
  for (const [name, value] of Object.entries(input as Record<string, string | number | undefined>)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  }
  return [url.href, { method: 'GET', headers, credentials: 'same-origin' }];
}
