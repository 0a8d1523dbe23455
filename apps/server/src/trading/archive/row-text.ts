import type { StoredRow } from '../verify/stored-rows.ts';

/** A row as one line: a JSON array of its columns, with numbers of 64 bits as texts and the hash in hexadecimal digits. */
export function textOf(row: StoredRow): string {
  const [seq, epoch, time, account, key, print, command, markets, outcome, events, rules, hash] = row;
  const columns = [seq, epoch, time, account, key, print, command, markets, outcome, events, rules];
  return JSON.stringify([
    ...columns.map((each) => (typeof each === 'bigint' ? each.toString() : each)),
    hash.toString('hex'),
  ]);
}

/** The row of a line. Throws when it has other columns. */
export function rowOf(line: string): StoredRow {
  const columns = JSON.parse(line) as readonly unknown[];
  const [seq, epoch, time, account, key, print, command, markets, outcome, events, rules, hash] = columns;
  if (columns.length !== 12 || typeof rules !== 'number' || (key !== null && typeof key !== 'string'))
    throw new Error(`not a row of the journal: ${line.slice(0, 100)}`);
  return [
    whole(seq),
    whole(epoch),
    whole(time),
    account === null ? null : whole(account),
    key,
    print === null ? null : whole(print),
    text(command),
    text(markets),
    text(outcome),
    text(events),
    rules,
    Buffer.from(text(hash), 'hex'),
  ];
}

function whole(given: unknown): bigint {
  return BigInt(text(given));
}

function text(given: unknown): string {
  if (typeof given !== 'string') throw new Error(`a column of a row is ${JSON.stringify(given)}`);
  return given;
}
