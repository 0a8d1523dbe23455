import { IDEMPOTENCY_HEADER, calls, imageUrl } from '@fairlot/contract';
import type { Call } from '@fairlot/contract';
import { z } from 'zod/mini';
import { CallError } from './call-error.ts';
import { readAnswer, receive } from './exchange.ts';
import { buildRequest } from './request.ts';
import { sendFileByXhr } from './send-file.ts';
import type {
  ApiSettings,
  CallInput,
  CallOptions,
  CallOutput,
  DownloadName,
  DownloadedFile,
  UploadName,
  UploadOptions,
} from './types.ts';

/** Allows for a photo over a slow network. */
const UPLOAD_TIMEOUT_MS = 90_000;
const FETCH_TIMEOUT_MS = 30_000;
/** Allows for a file of many thousand rows. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

function headersOf(settings: ApiSettings, token: string | null): Record<string, string> {
  return { lang: settings.lang(), ...(token === null ? {} : { authorization: token }) };
}

/** Uploads one file in the form field that the call declares; returns the answer's data. */
export async function upload<N extends UploadName>(
  settings: ApiSettings,
  name: N,
  file: Blob,
  options: UploadOptions,
  token: string | null,
): Promise<CallOutput<N>> {
  const call: Call = calls[name];
  const body = new FormData();
  body.append(call.file ?? 'file', file);
  const { status, text } = await (settings.sendFile ?? sendFileByXhr)({
    url: new URL(call.path, settings.baseUrl).href,
    headers: { ...headersOf(settings, token), [IDEMPOTENCY_HEADER]: options.key ?? settings.newKey() },
    body,
    timeout: options.timeout ?? UPLOAD_TIMEOUT_MS,
    signal: options.signal,
    onProgress: options.onProgress,
  });
  return readAnswer(status, text, call.output).data as CallOutput<N>;
}

/**
 * Fetches an image of the signed-in user. Rejects addresses outside the platform's images, so that the token does not
 * leak.
 */
export async function fetchImage(
  settings: ApiSettings,
  url: string,
  options: CallOptions,
  token: string | null,
): Promise<Blob> {
  if (!imageUrl.safeParse(url).success) throw new CallError({ kind: 'refused', code: 'ERR_BAD_ANSWER' });
  const request = [
    new URL(url, settings.baseUrl).href,
    { method: 'GET', headers: headersOf(settings, token) },
  ] as const;
  const answer = await receive(settings, request, { timeout: FETCH_TIMEOUT_MS, ...options }, async (response) => {
    const isImage = response.ok && response.headers.get('content-type')?.startsWith('image/') === true;
    return isImage ? response.blob() : { status: response.status, text: await response.text() };
  });
  if (answer instanceof Blob) return answer;
  // A response that is not an image is an envelope with a refusal; reading it throws.
  readAnswer(answer.status, answer.text, z.never());
  throw new CallError({ kind: 'transport', code: 'ERR_BAD_ANSWER', status: answer.status });
}

/** Downloads the file of a call, under the name that the server gives it. */
export async function download<N extends DownloadName>(
  settings: ApiSettings,
  name: N,
  input: CallInput<N>,
  options: CallOptions,
  token: string | null,
): Promise<DownloadedFile> {
  const call: Call = calls[name];
  const answer = await receive(
    settings,
    buildRequest(settings, call, input, options, token),
    { timeout: DOWNLOAD_TIMEOUT_MS, ...options },
    async (response) => {
      const isFile = response.ok && response.headers.get('content-type')?.startsWith(call.answersFile ?? ' ') === true;
      const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      return isFile
        ? { file: { name: fileName ?? name, content: await response.blob() } }
        : { status: response.status, text: await response.text() };
    },
  );
  if (answer.file !== undefined) return answer.file;
  // A response that is not the file is an envelope with a refusal; reading it throws.
  readAnswer(answer.status, answer.text, z.never());
  throw new CallError({ kind: 'transport', code: 'ERR_BAD_ANSWER', status: answer.status });
}
