import { CODES, type Envelope } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import { type DoneKey, failureMessage, successMessage } from './answer-text.ts';
import { type Answer, type FailReason, PreparedJson } from './answer.ts';
import { gzipParts } from './gzip.ts';

/** The envelope of a refusal or failure. */
export function failureEnvelope(
  reason: FailReason,
  language: LanguageCode,
  detail?: Readonly<Record<string, string>>,
): Envelope<null> {
  const envelope = { code: CODES[reason], msg: failureMessage(reason, language, detail), data: null, reason };
  return detail === undefined ? envelope : { ...envelope, detail };
}

/** HTTP status of refusals and failures of the transport. Answers of the application have status 200. */
const STATUS: Partial<Readonly<Record<FailReason, number>>> = {
  unknown_path: 404,
  body_too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  internal: 500,
  not_ready: 503,
  overloaded: 503,
};

/** The HTTP status of a refusal or failure. */
export function statusOf(reason: FailReason): number {
  return STATUS[reason] ?? 200;
}

const SUCCESS_END = Buffer.from('}');

/** An encoded response body. */
export interface Body {
  readonly content: string | Buffer;
  readonly encoding?: 'gzip';
}

/**
 * The body of an answer as JSON text. Only prepared answers are compressed: they are large and public. Answers to one
 * user stay uncompressed, because their compressed length could reveal their content.
 */
export function answerBody(answer: Answer<unknown>, language: LanguageCode, takesGzip: boolean): Body {
  if (!answer.ok) return { content: JSON.stringify(failureEnvelope(answer.reason, language, answer.detail)) };
  const { data, says } = answer;
  const head = successHead(language, says);
  if (!(data instanceof PreparedJson)) return { content: `${head}${JSON.stringify(data)}}` };
  const parts = [Buffer.from(head), ...data.parts, SUCCESS_END];
  return takesGzip ? { content: gzipParts(parts), encoding: 'gzip' } : { content: Buffer.concat(parts) };
}

function successHead(language: LanguageCode, says: DoneKey | undefined): string {
  return `{"code":${CODES.ok},"msg":${JSON.stringify(successMessage(language, says))},"reason":"ok","data":`;
}
