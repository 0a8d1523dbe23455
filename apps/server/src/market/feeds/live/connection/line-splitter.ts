import { StringDecoder } from 'node:string_decoder';

/** Splits bytes that arrive in parts into lines of text. Keeps no more than one unfinished line. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8');
  readonly #maxLength: number;
  #rest = '';

  /** `maxLength`: the longest line in characters. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The lines that end in this part, without white space at their ends and without empty ones. Undefined when one is too long. */
  push(part: Buffer): string[] | undefined {
    const lines = this.#decoder.write(part).split('\n');
    lines[0] = this.#rest + (lines[0] ?? '');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > this.#maxLength || lines.some((line) => line.length > this.#maxLength)) return undefined;
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }
}
