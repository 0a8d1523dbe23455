import type { FastifyReply } from 'fastify';
import { BYTE_ORDER_MARK } from './csv.ts';

/** A table as the data of an answer, sent as a CSV file without an envelope. */
export class TableFile {
  readonly name: string;
  /** CSV lines. */
  readonly text: string;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }
}

/** Sends a table as a download. */
export function sendTable(reply: FastifyReply, { name, text }: TableFile): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(BYTE_ORDER_MARK + text);
}
