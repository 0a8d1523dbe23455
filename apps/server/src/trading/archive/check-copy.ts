import type { ClientBase } from 'pg';
import { Findings } from '../verify/findings.ts';
import { Chain } from '../verify/journal-check.ts';
import { storedRows } from '../verify/stored-rows.ts';
import { textOf } from './row-text.ts';
import type { Segment } from './segment.ts';
import { hashOfFile, readRows } from './segment-file.ts';

/**
 * Reads a file of rows back, and checks its bytes, the numbering, the chain of hashes from the row before, and that its
 * rows are those of the database. Returns the hash of the last row. Throws at the first difference.
 */
export async function checkCopy(
  path: string,
  client: ClientBase,
  want: Pick<Segment, 'shard' | 'first' | 'last' | 'hashBefore' | 'sha256'>,
): Promise<string> {
  const refuse = (why: string): never => {
    throw new Error(`rows ${want.first} to ${want.last} of shard ${want.shard} can't be archived: ${why}`);
  };
  if ((await hashOfFile(path)) !== want.sha256) refuse('the file has other bytes than were written');
  const findings = new Findings();
  const before = { seq: want.first - 1, hash: Buffer.from(want.hashBefore, 'hex').toString('latin1') };
  const chain = new Chain(want.shard, findings, before);
  const stored = textsOf(storedRows(client, want.shard, before.seq, want.last));
  for await (const rows of readRows(path)) {
    for (const row of rows) {
      chain.check(row);
      if ((await stored.next()).value !== textOf(row)) refuse(`row ${row[0]} is another one in the database`);
    }
    if (findings.shown[0] !== undefined) refuse(findings.shown[0]);
  }
  if ((await stored.next()).done !== true || chain.last.seq !== want.last) refuse('rows are missing in the file');
  return Buffer.from(chain.last.hash, 'latin1').toString('hex');
}

async function* textsOf(chunks: ReturnType<typeof storedRows>): AsyncGenerator<string, undefined> {
  for await (const rows of chunks) yield* rows.map(textOf);
  return undefined;
}
