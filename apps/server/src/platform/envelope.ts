import { CODES } from '@fairlot/contract';
import type { Envelope } from '@fairlot/contract';
import type { Answer, FailReason } from './answer.ts';
import { PreparedJson } from './answer.ts';
import type { Language } from './language.ts';
import { messageFor } from './messages.ts';

/** The envelope of a refusal or failure. */
export function failureEnvelope(reason: FailReason, language: Language, detail?: Readonly<Record<string, string>>): Envelope<null> {
  const envelope = { code: CODES[reason], msg: messageFor(reason, language, detail), data: null, reason };
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
export function answerBody(answer: Answer<unknown>, language: Language): string | Buffer {
  if (!answer.ok) return JSON.stringify(failureEnvelope(answer.reason, language, answer.detail));
  const { data } = answer;
  if (!(data instanceof PreparedJson)) return `${successHead(language)}${JSON.stringify(data)}}`;
  return Buffer.concat([Buffer.from(successHead(language)), ...data.parts, SUCCESS_END]);
}

function successHead(language: Language): string {
  return `{"code":${CODES.ok},"msg":${JSON.stringify(messageFor('ok', language))},"reason":"ok","data":`;
}
