const BLOCK = 64;
const WORDS = 16;
const ROUNDS = 64;

/** The first 32 bits of the fractional parts of a root (square or cube) of the first primes (FIPS 180-4). */
function rootFractions(count: number, exponent: number): Uint32Array {
  const words = new Uint32Array(count);
  let found = 0;
  for (let candidate = 2; found < count; candidate += 1) {
    if (!isPrime(candidate)) continue;
    const root = candidate ** exponent;
    words[found] = Math.floor((root - Math.floor(root)) * 2 ** 32);
    found += 1;
  }
  return words;
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) return false;
  return true;
}

const START = rootFractions(8, 1 / 2);
const CONSTANTS = rootFractions(ROUNDS, 1 / 3);

/** SHA-256 (FIPS 180-4) of texts in pieces. Implemented here because the engine imports nothing from Node. */
export class Sha256 {
  readonly #state = START.slice();
  readonly #block = new Uint8Array(BLOCK);
  readonly #words = new Uint32Array(ROUNDS);
  #filled = 0;
  #length = 0;

  /** Adds a text as UTF-8. */
  update(text: string): this {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.codePointAt(index) as number;
      if (code > 0xffff) index += 1;
      if (code < 0x80) {
        this.#byte(code);
      } else if (code < 0x800) {
        this.#byte(0xc0 | (code >> 6));
        this.#byte(0x80 | (code & 0x3f));
      } else {
        if (code > 0xffff) this.#byte(0xf0 | (code >> 18));
        this.#byte(code > 0xffff ? 0x80 | ((code >> 12) & 0x3f) : 0xe0 | (code >> 12));
        this.#byte(0x80 | ((code >> 6) & 0x3f));
        this.#byte(0x80 | (code & 0x3f));
      }
    }
    return this;
  }

  /** The digest as 64 hexadecimal digits. The hash can't be updated afterwards. */
  digest(): string {
    const bits = this.#length * 8;
    this.#byte(0x80);
    while (this.#filled !== BLOCK - 8) this.#byte(0);
    for (let shift = 56; shift >= 0; shift -= 8) this.#byte(Math.floor(bits / 2 ** shift) & 0xff);
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #byte(value: number): void {
    this.#block[this.#filled] = value;
    this.#filled += 1;
    this.#length += 1;
    if (this.#filled < BLOCK) return;
    this.#filled = 0;
    this.#mix();
  }

  #mix(): void {
    const words = this.#words;
    const block = this.#block;
    for (let at = 0; at < WORDS; at += 1) {
      words[at] =
        ((block[at * 4] as number) << 24) |
        ((block[at * 4 + 1] as number) << 16) |
        ((block[at * 4 + 2] as number) << 8) |
        (block[at * 4 + 3] as number);
    }
    for (let at = WORDS; at < ROUNDS; at += 1) {
      const near = words[at - 2] as number;
      const far = words[at - 15] as number;
      words[at] =
        (words[at - 16] as number) +
        (words[at - 7] as number) +
        (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)) +
        (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let at = 0; at < ROUNDS; at += 1) {
      const first =
        (h +
          (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
          ((e & f) ^ (~e & g)) +
          (CONSTANTS[at] as number) +
          (words[at] as number)) |
        0;
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    const sums = [a, b, c, d, e, f, g, h];
    for (let at = 0; at < sums.length; at += 1) this.#state[at] = (this.#state[at] as number) + (sums[at] as number);
  }
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
