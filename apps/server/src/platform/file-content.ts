import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file as the data of an answer, sent as it is instead of an envelope. */
export class FileContent {
  /** A stream is read no faster than the network takes it, and destroyed with its connection. */
  readonly content: Buffer | Readable;
  readonly type: string;
  readonly name: string;

  constructor(content: Buffer | Readable, type: string, name: string) {
    this.content = content;
    this.type = type;
    this.name = name;
  }
}

/** Sends a file that belongs to somebody: a browser keeps no copy, runs nothing of it and shows it to no other site. */
export function sendFile(reply: FastifyReply, { content, type, name }: FileContent): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="${name}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .type(type)
    .send(content);
}
