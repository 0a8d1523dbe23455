import { CODES } from '@fairlot/contract';
import type { Envelope } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import type { Answer, FailReason } from './answer.ts';
import { PreparedJson } from './answer.ts';
import { failureMessage, successMessage } from './messages.ts';
import type { DoneKey } from './messages.ts';

/** The envelope of a refusal or failure. */
export function failureEnvelope(reason: FailReason, language: LanguageCode, detail?: Readonly<Record<string, string>>): Envelope<null> {
  const envelope = { code: CODES[reason], msg: failureMessage(reason, language, detail), data: null, reason };
  return detail === undefined ? envelope : { ...envelope, detail };
}

/** HTTP status of what the transport refuses or fails; everything that the application decides answers 200. */
const STATUS: Partial<Readonly<Record<FailReason, number>>> = {
  unknown_path: 404,
  body_too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  internal: 500,
  not_ready: 503,
  overloaded: 503,
};

export function statusOf(reason: FailReason): number {
  return STATUS[reason] ?? 200;
}

const SUCCESS_END = Buffer.from('}');

/** The body of an answer as JSON text. */
export function answerBody(answer: Answer<unknown>, language: LanguageCode): string | Buffer {
  if (!answer.ok) return JSON.stringify(failureEnvelope(answer.reason, language, answer.detail));
  const { data, says } = answer;
  const head = successHead(language, says);
  if (!(data instanceof PreparedJson)) return `${head}${JSON.stringify(data)}}`;
  return Buffer.concat([Buffer.from(head), ...data.parts, SUCCESS_END]);
}

function successHead(language: LanguageCode, says: DoneKey | undefined): string {
  return `{"code":${CODES.ok},"msg":${JSON.stringify(successMessage(language, says))},"reason":"ok","data":`;
}
