import type { calls, CallName, Envelope } from '@fairlot/contract';
import type { z } from 'zod/mini';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { CallError } from './call-error.ts';
import type { SendFile } from './send-file.ts';

/** What a call takes, as a caller writes it (defaults may be left out). */
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]['input']>;
/** What a call gives in `data`. */
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]['output']>;

/** Calls that answer with a file for people to keep. */
export type DownloadName = 'statementFile';

/** Calls that take a file. */
export type UploadName = 'imageUpload';

/** Options of one call; specification, section 7. */
export interface CallOptions {
  /** Shows the blocking spinner while it runs. */
  readonly spinner?: boolean;
  /** Keeps its error from being shown as a toast. */
  readonly quiet?: boolean;
  /** Shows the server's words as a toast when it succeeds. Calls whose words the specification shows do so by themselves. */
  readonly announce?: boolean;
  /** A call of the start-up: an invalid session then resets nothing and redirects nowhere. */
  readonly initial?: boolean;
  readonly signal?: AbortSignal;
  /** Idempotency key of a state-changing call; one is made when it is left out. */
  readonly key?: string;
  /** Milliseconds until the answer is given up; default 15,000. */
  readonly timeout?: number;
}

/** Something a person should read for a moment. */
export type Message =
  | { readonly kind: 'success'; readonly text: string }
  | { readonly kind: 'error'; readonly text: string; readonly error: CallError };

/** A request as the hook before it sees it. */
export interface PendingRequest {
  readonly call: CallName;
  readonly input: unknown;
  readonly options: CallOptions;
}

export interface ApiSettings {
  /** Origin of the API, see apiOrigin. */
  readonly baseUrl: string;
  /** Code of the current language, for the lang header. */
  lang(): string;
  /** Token of the signed-in user, null for a visitor. */
  token(): string | null;
  readonly fetch: typeof fetch;
  /** Sends files; by XMLHttpRequest where it is left out, because fetch does not tell how much was sent. */
  readonly sendFile?: SendFile;
  readonly clock: Clock;
  /** Makes an idempotency key: 8 to 64 letters, digits, - or _. */
  newKey(): string;
  readonly log: Log;
  /** May block a request by giving false: it then ends as cancelled, unsent. */
  beforeRequest?(request: PendingRequest): boolean | Promise<boolean>;
  /** The session is no longer valid (code 999): forget the user and go to /login. Told once per token. */
  onSessionInvalid?(error: CallError): void;
  onMessage?(message: Message): void;
  /** The number of calls that show the spinner now. */
  onSpinner?(running: number): void;
}

/** A file as the server named it. */
export interface DownloadedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Options of an upload. */
export interface UploadOptions extends CallOptions {
  /** Told how much has been sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Typed calls of the contract. */
export interface Api {
  /** Makes a call and gives its data. Rejects with a CallError, always. */
  call<N extends CallName>(name: N, input: CallInput<N>, options?: CallOptions): Promise<CallOutput<N>>;
  /** Fetches one's own image by its address. An <img> can't: the address opens nothing without the token. Rejects with a CallError. */
  fetchImage(url: string, options?: CallOptions): Promise<Blob>;
  /** Fetches a file of one's own. Its address opens nothing without the token, so no link can lead there. */
  download<N extends DownloadName>(name: N, input: CallInput<N>, options?: CallOptions): Promise<DownloadedFile>;
  /** `call` without unwrapping: the whole envelope. */
  callRaw<N extends CallName>(name: N, input: CallInput<N>, options?: CallOptions): Promise<Envelope<CallOutput<N>>>;
  /** Sends one file in the field that the call declares. */
  upload<N extends UploadName>(name: N, file: Blob, options?: UploadOptions): Promise<CallOutput<N>>;
}
