import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './answer.ts';
import { answerBody, statusOf } from './envelope.ts';
import { FileContent, sendFile } from './file-content.ts';
import { languageOf } from './request.ts';
import { TableFile, sendTable } from './table-file.ts';

/** Response headers that differ between client and staff calls. */
export interface AnswerHeaders {
  readonly cacheControl: 'no-cache' | 'no-store';
  readonly vary: string;
  /** Vary header of a file, which depends on fewer request headers than text. */
  readonly fileVary: string;
  /** True when large answers are compressed for clients that accept it. */
  readonly compresses: boolean;
}

/** Sends an answer: a file, a table, or an envelope. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer<unknown>,
  { cacheControl, vary, fileVary, compresses }: AnswerHeaders,
): FastifyReply {
  if (answer.ok && answer.data instanceof FileContent) return sendFile(reply.header('vary', fileVary), answer.data);
  void reply.headers({ 'cache-control': cacheControl, vary });
  if (answer.ok && answer.data instanceof TableFile) return sendTable(reply, answer.data);
  const { content, encoding } = answerBody(
    answer,
    languageOf(request.headers),
    compresses && takesGzip(request.headers['accept-encoding']),
  );
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  return reply
    .code(answer.ok ? 200 : statusOf(answer.reason))
    .type('application/json; charset=utf-8')
    .send(content);
}

/** True if a client accepts gzip, by its accept-encoding header. */
export function takesGzip(header: string | readonly string[] | undefined): boolean {
  return typeof header === 'string' && /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(header);
}
