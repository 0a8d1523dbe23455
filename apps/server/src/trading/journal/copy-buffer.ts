/** Header of COPY's binary format: signature, flags, length of the header extension. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** Type and length of the CopyData message. */
const FRAME_BYTES = 5;
const START_BYTES = 64 * 1024;
const TWO_TO_32 = 4_294_967_296;
/** Texts up to this length are faster to write in a loop than with Node's Buffer. */
const SHORT_TEXT = 48;

/**
 * Rows of one COPY ... (FORMAT binary), written field by field into one growing buffer that becomes a message of the
 * wire protocol. Reused for every batch, so that a busy journal creates no garbage.
 */
export class CopyBuffer {
  #bytes = Buffer.allocUnsafe(START_BYTES);
  #view = viewOf(this.#bytes);
  #at = 0;
  #rows = 0;
  /** Offset of the first byte of the text that `openText` has begun. */
  #textAt = 0;

  constructor() {
    this.clear();
  }

  get rows(): number {
    return this.#rows;
  }

  /** Offset of the next byte. */
  get position(): number {
    return this.#at;
  }

  /** The bytes written since an offset; valid until the next write. */
  since(position: number): Buffer {
    return this.#bytes.subarray(position, this.#at);
  }

  clear(): void {
    this.#at = FRAME_BYTES;
    this.#rows = 0;
    this.#at += HEADER.copy(this.#bytes, this.#at);
  }

  /** Starts a row with this number of fields. */
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

  /** Writes a 64-bit integer; undefined is null. Throws RangeError on larger values. */
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

  /** Writes eight bytes from two unsigned halves, for bit patterns that are not numbers. */
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

  /** Begins a text that is written by parts. */
  openText(): void {
    this.#length(0, 0);
    this.#textAt = this.#at;
  }

  /** Writes a part of the text. No pair of UTF-16 units may be divided. */
  put(part: string): void {
    // No UTF-16 unit needs more than three bytes in UTF-8.
    this.#room(part.length * 3);
    this.#at += this.#utf8(part, this.#at);
  }

  /** Ends the text. */
  closeText(): void {
    this.#view.setInt32(this.#textAt - 4, this.#at - this.#textAt);
  }

  /** Writes bytes given as one character each. */
  latin1(value: string): void {
    this.#length(value.length, value.length);
    this.#at += this.#bytes.write(value, this.#at, 'latin1');
  }

  /** Ends the rows. Returns the CopyData and CopyDone messages, ready to be sent. */
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
    this.openText();
    this.put(value);
    this.closeText();
  }

  #utf8(value: string, start: number): number {
    const written = value.length <= SHORT_TEXT ? this.#ascii(value, start) : -1;
    return written === -1 ? this.#bytes.write(value, start) : written;
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
