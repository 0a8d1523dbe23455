import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { BYTE_ORDER_MARK } from './csv.ts';

/** A table as the data of an answer, sent as a CSV file without an envelope. */
export class TableFile {
  readonly name: string;
  /** Number of rows without the header, which the audit log has of every export. */
  readonly rows: number;
  /** CSV lines: a text without a byte order mark, or a stream of a whole file. */
  readonly content: string | Readable;

  constructor(name: string, rows: number, content: string | Readable) {
    this.name = name;
    this.rows = rows;
    this.content = content;
  }
}

/** Sends a table as a download. */
export function sendTable(reply: FastifyReply, { name, content }: TableFile): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(typeof content === 'string' ? BYTE_ORDER_MARK + content : content);
}
