import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Deflate, no flags, no time, unknown system (RFC 1952, section 2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block (RFC 1951, section 3.2.6). */
const END = Buffer.from([0x03, 0x00]);
const LEVEL = 6;
/** Shorter parts would not shrink. They are sent in a stored block. */
const SMALLEST_BYTES = 1024;

/** Cache of compressed parts that answers share. */
const compressed = new WeakMap<Buffer, Buffer>();

/**
 * Compresses parts of a text as one gzip stream. Each part is compressed separately and ends at a byte boundary, so a
 * part that is used again costs only its checksum.
 */
export function gzipParts(parts: readonly Buffer[]): Buffer {
  let checksum = 0;
  let length = 0;
  const blocks: Buffer[] = [HEADER];
  for (const part of parts) {
    checksum = crc32(part, checksum);
    length += part.length;
    blocks.push(...(part.length < SMALLEST_BYTES ? stored(part) : [deflated(part)]));
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([...blocks, END, trailer]);
}

function deflated(part: Buffer): Buffer {
  const known = compressed.get(part);
  if (known !== undefined) return known;
  const block = deflateRawSync(part, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
  compressed.set(part, block);
  return block;
}

/** A stored block of less than 64 KiB (RFC 1951, section 3.2.4). */
function stored(part: Buffer): Buffer[] {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(part.length, 1);
  head.writeUInt16LE(~part.length & 0xffff, 3);
  return [head, part];
}
