// Decoder of the .lzma format ("LZMA alone"), after Igor Pavlov's LZMA specification (public domain). See ADR 71.

/** Bytes before the compressed data: properties (1), size of the dictionary (4), uncompressed size (8). */
const HEADER_BYTES = 13;
const UNKNOWN_SIZE = 0xffff_ffff_ffff_ffffn;
const SMALLEST_BUFFER = 64 * 1024;

const TOP = 2 ** 24;
const MODEL_BITS = 11;
const MOVE_BITS = 5;
const EVEN = 1 << (MODEL_BITS - 1);

const STATES = 12;
const LENGTH_STATES = 4;
const FIRST_LONG_SLOT = 14;
const ALIGN_BITS = 4;
const SHORTEST_MATCH = 2;
/** The distance that marks the end of the data. */
const END_MARK = 0xffff_ffff;

/** The compressed data are not those that an encoder wrote: cut off, altered, or of another format. */
export class DamagedLzma extends Error {
  override readonly name = 'DamagedLzma';
}

const damaged = (detail: string): DamagedLzma => new DamagedLzma(`lzma: ${detail}`);
const even = (length: number): Uint16Array => new Uint16Array(length).fill(EVEN);

/** Decodes the bits of adaptive binary models. */
class RangeDecoder {
  readonly #input: Uint8Array;
  #position = HEADER_BYTES;
  #range = 0xffff_ffff;
  #code = 0;

  constructor(input: Uint8Array) {
    this.#input = input;
    if (this.#next() !== 0) throw damaged('the first byte is not zero');
    for (let index = 0; index < 4; index += 1) this.#code = ((this.#code << 8) | this.#next()) >>> 0;
    if (this.#code === this.#range) throw damaged('the first code is out of range');
  }

  /** True when everything encoded has been decoded. */
  get isAtEnd(): boolean {
    return this.#code === 0;
  }

  bit(models: Uint16Array, index: number): number {
    const model = models[index] ?? EVEN;
    const bound = (this.#range >>> MODEL_BITS) * model;
    const isZero = this.#code < bound;
    if (isZero) {
      this.#range = bound;
      models[index] = model + (((1 << MODEL_BITS) - model) >>> MOVE_BITS);
    } else {
      this.#range -= bound;
      this.#code -= bound;
      models[index] = model - (model >>> MOVE_BITS);
    }
    this.#normalise();
    return isZero ? 0 : 1;
  }

  /** Bits without a model, the highest first. */
  direct(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      this.#range >>>= 1;
      const isOne = this.#code >= this.#range;
      if (isOne) this.#code -= this.#range;
      this.#normalise();
      value = value * 2 + (isOne ? 1 : 0);
    }
    return value;
  }

  /** A number by a tree of models, the highest bit first. */
  tree(models: Uint16Array, bits: number, offset = 0): number {
    let node = 1;
    for (let index = 0; index < bits; index += 1) node = node * 2 + this.bit(models, offset + node);
    return node - 2 ** bits;
  }

  /** A number by a tree of models, the lowest bit first. */
  reverseTree(models: Uint16Array, bits: number, offset = 0): number {
    let node = 1;
    let value = 0;
    for (let index = 0; index < bits; index += 1) {
      const bit = this.bit(models, offset + node);
      node = node * 2 + bit;
      value += bit * 2 ** index;
    }
    return value;
  }

  #normalise(): void {
    if (this.#range >= TOP) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | this.#next()) >>> 0;
  }

  #next(): number {
    const byte = this.#input[this.#position];
    if (byte === undefined) throw damaged('the data end too early');
    this.#position += 1;
    return byte;
  }
}

/** Lengths of matches: 3 bits for the short ones, 3 for the middle ones, 8 for the rest. */
class LengthDecoder {
  readonly #choice = even(2);
  readonly #low = even(16 << 3);
  readonly #middle = even(16 << 3);
  readonly #high = even(1 << 8);

  decode(range: RangeDecoder, positionState: number): number {
    if (range.bit(this.#choice, 0) === 0) return range.tree(this.#low, 3, positionState << 3);
    if (range.bit(this.#choice, 1) === 0) return 8 + range.tree(this.#middle, 3, positionState << 3);
    return 16 + range.tree(this.#high, 8);
  }
}

/** The decompressed bytes, which are also the dictionary. Grows up to a limit. */
class Output {
  bytes: Uint8Array;
  length = 0;
  readonly #limit: number;

  constructor(expected: number, limit: number) {
    this.#limit = limit;
    this.bytes = new Uint8Array(Math.min(limit, Math.max(expected, SMALLEST_BUFFER)));
  }

  put(byte: number): void {
    if (this.length === this.bytes.length) this.#grow();
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  /** The byte at a distance back; 0 before the first one. */
  back(distance: number): number {
    return this.bytes[this.length - distance] ?? 0;
  }

  #grow(): void {
    if (this.length >= this.#limit) throw damaged(`more than ${this.#limit} bytes`);
    const larger = new Uint8Array(Math.min(this.#limit, this.length * 2));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** A match: a length and a distance back. */
interface Match {
  readonly length: number;
  readonly isEnd: boolean;
}

class LzmaDecoder {
  readonly #range: RangeDecoder;
  readonly #output: Output;
  readonly #lc: number;
  readonly #lpMask: number;
  readonly #pbMask: number;
  readonly #dictionary: number;
  readonly #literals: Uint16Array;
  readonly #isMatch = even(STATES << 4);
  readonly #isRepeat = even(STATES);
  readonly #isRepeat0 = even(STATES);
  readonly #isRepeat0Long = even(STATES << 4);
  readonly #isRepeat1 = even(STATES);
  readonly #isRepeat2 = even(STATES);
  readonly #lengths = new LengthDecoder();
  readonly #repeatLengths = new LengthDecoder();
  readonly #slots = even(LENGTH_STATES << 6);
  readonly #distances = even(128);
  readonly #align = even(1 << ALIGN_BITS);
  #state = 0;
  /** The last four distances, each one less than the distance back. */
  #recent: readonly [number, number, number, number] = [0, 0, 0, 0];

  constructor(input: Uint8Array, output: Output) {
    const properties = input[0] ?? 255;
    if (properties >= 9 * 5 * 5) throw damaged('not an .lzma file');
    const lp = Math.floor(properties / 9) % 5;
    this.#lc = properties % 9;
    this.#lpMask = (1 << lp) - 1;
    this.#pbMask = (1 << Math.floor(properties / 45)) - 1;
    this.#dictionary = Math.max(viewOf(input).getUint32(1, true), 4096);
    this.#literals = even(0x300 << (this.#lc + lp));
    this.#output = output;
    this.#range = new RangeDecoder(input);
  }

  /** Decodes up to the given size, or to the end mark if the size is unknown. */
  decode(size: number | undefined): void {
    const output = this.#output;
    const end = size ?? Number.POSITIVE_INFINITY;
    while (output.length < end) {
      const positionState = output.length & this.#pbMask;
      if (this.#range.bit(this.#isMatch, (this.#state << 4) + positionState) === 0) {
        this.#literal();
        continue;
      }
      const match = this.#match(positionState);
      if (match.isEnd) {
        if (size !== undefined || !this.#range.isAtEnd) throw damaged('the end is not where it should be');
        return;
      }
      this.#copy(match.length, end);
    }
  }

  #literal(): void {
    const output = this.#output;
    const previous = output.back(1);
    const set = ((output.length & this.#lpMask) << this.#lc) + (previous >> (8 - this.#lc));
    const base = 0x300 * set;
    let symbol = 1;
    if (this.#state >= 7) {
      let matched = output.back(this.#recent[0] + 1);
      while (symbol < 0x100) {
        const matchedBit = (matched >> 7) & 1;
        matched <<= 1;
        const bit = this.#range.bit(this.#literals, base + ((1 + matchedBit) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== matchedBit) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.#range.bit(this.#literals, base + symbol);
    output.put(symbol & 0xff);
    this.#state = this.#state < 4 ? 0 : this.#state < 10 ? this.#state - 3 : this.#state - 6;
  }

  #match(positionState: number): Match {
    const range = this.#range;
    const state = this.#state;
    if (range.bit(this.#isRepeat, state) === 0) {
      const length = this.#lengths.decode(range, positionState);
      const distance = this.#distance(length);
      this.#recent = [distance, this.#recent[0], this.#recent[1], this.#recent[2]];
      this.#state = state < 7 ? 7 : 10;
      return { length: length + SHORTEST_MATCH, isEnd: distance === END_MARK };
    }
    if (range.bit(this.#isRepeat0, state) === 0) {
      if (range.bit(this.#isRepeat0Long, (state << 4) + positionState) === 0) {
        this.#state = state < 7 ? 9 : 11;
        return { length: 1, isEnd: false };
      }
    } else this.#recent = this.#reordered(state);
    this.#state = state < 7 ? 8 : 11;
    return { length: this.#repeatLengths.decode(range, positionState) + SHORTEST_MATCH, isEnd: false };
  }

  /** Moves the distance that is used again to the front. */
  #reordered(state: number): readonly [number, number, number, number] {
    const [first, second, third, fourth] = this.#recent;
    if (this.#range.bit(this.#isRepeat1, state) === 0) return [second, first, third, fourth];
    if (this.#range.bit(this.#isRepeat2, state) === 0) return [third, first, second, fourth];
    return [fourth, first, second, third];
  }

  #distance(length: number): number {
    const lengthState = Math.min(length, LENGTH_STATES - 1);
    const slot = this.#range.tree(this.#slots, 6, lengthState << 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < FIRST_LONG_SLOT) return base + this.#range.reverseTree(this.#distances, bits, base - slot);
    const high = this.#range.direct(bits - ALIGN_BITS) * 2 ** ALIGN_BITS;
    return base + high + this.#range.reverseTree(this.#align, ALIGN_BITS);
  }

  #copy(length: number, end: number): void {
    const output = this.#output;
    const distance = this.#recent[0] + 1;
    if (distance > output.length || distance > this.#dictionary) throw damaged('a distance before the begin');
    if (output.length + length > end) throw damaged('more bytes than the header says');
    for (let index = 0; index < length; index += 1) output.put(output.back(distance));
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Decompresses an `.lzma` file. Throws `DamagedLzma` when the data are cut off, altered, or longer than the limit; memory is
 * bounded by the limit, whatever the header says.
 */
export function decompressLzma(input: Uint8Array, limit: number): Uint8Array {
  if (input.length < HEADER_BYTES) throw damaged('the header is cut off');
  const stated = viewOf(input).getBigUint64(5, true);
  const size = stated === UNKNOWN_SIZE ? undefined : Number(stated);
  if (size !== undefined && size > limit) throw damaged(`more than ${limit} bytes`);
  const output = new Output(size ?? 0, limit);
  new LzmaDecoder(input, output).decode(size);
  return output.bytes.subarray(0, output.length);
}
