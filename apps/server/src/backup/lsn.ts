/** A position in PostgreSQL's write-ahead log, in bytes. */
export type Lsn = bigint;

/** Parses PostgreSQL's form, two hexadecimal halves such as `1/3F0000A8`. */
export function parseLsn(text: string): Lsn {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new TypeError(`not a WAL position: ${text}`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** The position in PostgreSQL's form. */
export function lsnText(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`;
}

/** Start of the segment that contains a position. */
export function segmentStart(lsn: Lsn, segmentBytes: number): Lsn {
  return lsn - (lsn % BigInt(segmentBytes));
}

/** Name of the segment's file in `pg_wal`. */
export function segmentName(timeline: number, lsn: Lsn, segmentBytes: number): string {
  const number = lsn / BigInt(segmentBytes);
  const perId = 0x1_0000_0000n / BigInt(segmentBytes);
  return [BigInt(timeline), number / perId, number % perId].map(hex8).join('');
}

function hex8(part: bigint): string {
  return part.toString(16).toUpperCase().padStart(8, '0');
}
