import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file as the data of an answer, sent without an envelope. */
export class FileContent {
  /** A stream is read at the speed of the network, and destroyed with its connection. */
  readonly content: Buffer | Readable;
  readonly type: string;
  readonly name: string;

  constructor(content: Buffer | Readable, type: string, name: string) {
    this.content = content;
    this.type = type;
    this.name = name;
  }
}

/** Sends a private file: browsers store no copy, run nothing in it and show it to no other site. */
export function sendFile(reply: FastifyReply, { content, type, name }: FileContent): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="${name}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .type(type)
    .send(content);
}
