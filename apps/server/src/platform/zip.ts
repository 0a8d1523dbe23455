import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. Its content is compressed, unless it is a picture, which would not shrink. */
export interface ZipEntry {
  /** Path with `/`, ASCII. */
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
  readonly isCompressed?: boolean;
}

const STORED = 0;
const DEFLATED = 8;
/** Sizes follow the content, because a stream does not know them before. */
const SIZES_FOLLOW = 1 << 3;
const VERSION = 20;
/** 1 January 1980, the first date of the format. Times of the contents are in the contents. */
const DATE = 0x21;
/** Archives without the 64-bit extension end here. */
const MOST_BYTES = 2 ** 32 - 1;
const MOST_ENTRIES = 65_535;

interface Written {
  readonly name: Buffer;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * A ZIP archive (PKWARE APPNOTE 6.3) as a stream; only the names are kept in memory. Throws when it exceeds 4 GiB or
 * 65,535 files.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    if (written.length === MOST_ENTRIES) throw new Error('too many files for one archive');
    const name = Buffer.from(entry.name, 'ascii');
    const method = entry.isCompressed === false ? STORED : DEFLATED;
    const start = offset;
    const head = Buffer.concat([localHeader(method, name.length), name]);
    offset += head.length;
    yield head;
    const sums = { checksum: 0, packed: 0, size: 0 };
    for await (const part of pack(entry.content, method, sums)) {
      offset += part.length;
      yield part;
    }
    yield descriptor(sums);
    offset += 16;
    if (offset > MOST_BYTES) throw new Error('the archive is too large');
    written.push({ name, method, offset: start, ...sums });
  }
  const directory = written.map(directoryEntry);
  yield Buffer.concat([...directory, endOfDirectory(directory, offset)]);
}

async function* pack(
  content: AsyncIterable<Buffer>,
  method: number,
  sums: { checksum: number; packed: number; size: number },
): AsyncGenerator<Buffer> {
  for await (const part of content) {
    sums.checksum = crc32(part, sums.checksum);
    sums.size += part.length;
    // A part that is flushed to a byte boundary can be followed by another one.
    const packed = method === STORED ? part : deflateRawSync(part, { finishFlush: constants.Z_SYNC_FLUSH });
    sums.packed += packed.length;
    yield packed;
  }
  if (method === STORED) return;
  const end = deflateRawSync(Buffer.alloc(0));
  sums.packed += end.length;
  yield end;
}

function localHeader(method: number, nameLength: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(SIZES_FOLLOW, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(nameLength, 26);
  return header;
}

function descriptor({ checksum, packed, size }: { checksum: number; packed: number; size: number }): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(checksum, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function directoryEntry({ name, method, checksum, packed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(SIZES_FOLLOW, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt16LE(DATE, 14);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function endOfDirectory(directory: readonly Buffer[], offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return end;
}
