/** COPY's binary format: signature, flags, length of the header's extension. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** Type and length of the CopyData message that everything is sent in. */
const FRAME_BYTES = 5;
const START_BYTES = 64 * 1024;
const TWO_TO_32 = 4_294_967_296;
/** Beyond this length Node's own writer of texts is quicker than a loop. */
const SHORT_TEXT = 24;

/**
 * Rows for one COPY ... (FORMAT binary), written field by field into one growing buffer that is a ready message of the
 * wire protocol. Used again for every batch, so that a busy journal makes no garbage.
 */
export class CopyBuffer {
  #bytes = Buffer.allocUnsafe(START_BYTES);
  #view = viewOf(this.#bytes);
  #at = 0;
  #rows = 0;

  constructor() {
    this.clear();
  }

  get rows(): number {
    return this.#rows;
  }

  /** Where the next byte goes. */
  get position(): number {
    return this.#at;
  }

  /** The bytes written since a position; valid until the next write. */
  since(position: number): Buffer {
    return this.#bytes.subarray(position, this.#at);
  }

  clear(): void {
    this.#at = FRAME_BYTES;
    this.#rows = 0;
    this.#at += HEADER.copy(this.#bytes, this.#at);
  }

  /** Begins a row of so many fields. */
  row(fields: number): void {
    this.#room(2);
    this.#view.setInt16(this.#at, fields);
    this.#at += 2;
    this.#rows += 1;
  }

  none(): void {
    this.#length(-1, 0);
  }

  int2(value: number): void {
    this.#length(2, 2);
    this.#view.setInt16(this.#at, value);
    this.#at += 2;
  }

  int4(value: number): void {
    this.#length(4, 4);
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  /** Takes what fits into 64 bits; absent values are null. Throws RangeError on anything larger. */
  int8(value: number | bigint | undefined): void {
    if (value === undefined) {
      this.none();
      return;
    }
    this.#length(8, 8);
    if (typeof value === 'bigint') {
      if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} does not fit into 64 bits`);
      this.#view.setBigInt64(this.#at, value);
    } else {
      if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
      this.#view.setInt32(this.#at, Math.floor(value / TWO_TO_32));
      this.#view.setUint32(this.#at + 4, value >>> 0);
    }
    this.#at += 8;
  }

  /** Eight bytes given as two halves without a sign, for values that are no numbers but patterns of bits. */
  halves(high: number, low: number): void {
    this.#length(8, 8);
    this.#view.setUint32(this.#at, high);
    this.#view.setUint32(this.#at + 4, low);
    this.#at += 8;
  }

  bool(value: boolean): void {
    this.#length(1, 1);
    this.#bytes[this.#at] = value ? 1 : 0;
    this.#at += 1;
  }

  text(value: string | undefined): void {
    if (value === undefined) this.none();
    else this.#text(value);
  }

  /** Bytes given as a text of one character each. */
  latin1(value: string): void {
    this.#length(value.length, value.length);
    this.#at += this.#bytes.write(value, this.#at, 'latin1');
  }

  /** Ends the rows; the result is the CopyData message and the CopyDone message, to be sent as they are. */
  finish(): Buffer {
    this.#room(2 + FRAME_BYTES);
    this.#view.setInt16(this.#at, -1);
    this.#at += 2;
    this.#bytes[0] = 0x64;
    this.#view.setInt32(1, this.#at - 1);
    this.#bytes[this.#at] = 0x63;
    this.#view.setInt32(this.#at + 1, 4);
    this.#at += FRAME_BYTES;
    return this.#bytes.subarray(0, this.#at);
  }

  #text(value: string): void {
    // No character needs more than three bytes per unit of a JavaScript string.
    this.#room(4 + value.length * 3);
    const start = this.#at + 4;
    const written = value.length <= SHORT_TEXT ? this.#ascii(value, start) : -1;
    const size = written === -1 ? this.#bytes.write(value, start) : written;
    this.#view.setInt32(this.#at, size);
    this.#at = start + size;
  }

  #ascii(value: string, start: number): number {
    for (let index = 0; index < value.length; index += 1) {
      const unit = value.charCodeAt(index);
      if (unit > 0x7f) return -1;
      this.#bytes[start + index] = unit;
    }
    return value.length;
  }

  #length(length: number, payload: number): void {
    this.#room(4 + payload);
    this.#view.setInt32(this.#at, length);
    this.#at += 4;
  }

  #room(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + more));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
