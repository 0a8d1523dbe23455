import { type BackupRecord, names } from './records.ts';
import type { Vault } from './vault.ts';

/** Length of a part before compression. Memory holds a few of them. */
export const PART_BYTES = 8 * 1024 * 1024;
/** Parts that are compressed and stored at the same time. */
const AT_ONCE = 3;

/** Cuts a stream of bytes into parts and stores them. The first failure ends the stream. */
export class PartWriter {
  readonly #vault: Vault;
  readonly #line: string;
  readonly #id: string;
  readonly #storing = new Set<Promise<void>>();
  #buffers: Buffer[] = [];
  #size = 0;
  #parts = 0;
  #bytes = 0;
  #storedBytes = 0;
  #failure: Error | undefined;

  constructor(vault: Vault, line: string, id: string) {
    this.#vault = vault;
    this.#line = line;
    this.#id = id;
  }

  /** `chunk` must not change any more. */
  async write(chunk: Buffer): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      const taken = rest.subarray(0, PART_BYTES - this.#size);
      this.#buffers.push(taken);
      this.#size += taken.length;
      rest = rest.subarray(taken.length);
      if (this.#size === PART_BYTES) await this.#cut();
    }
  }

  /** Resolves when all parts are stored. */
  async finish(): Promise<Pick<BackupRecord, 'parts' | 'bytes' | 'storedBytes'>> {
    if (this.#size > 0) await this.#cut();
    await Promise.all(this.#storing);
    if (this.#failure !== undefined) throw this.#failure;
    return { parts: this.#parts, bytes: this.#bytes, storedBytes: this.#storedBytes };
  }

  async #cut(): Promise<void> {
    const part = Buffer.concat(this.#buffers);
    this.#buffers = [];
    this.#size = 0;
    this.#parts += 1;
    this.#bytes += part.length;
    const storing = this.#store(this.#parts, part).finally(() => this.#storing.delete(storing));
    this.#storing.add(storing);
    if (this.#storing.size >= AT_ONCE) await Promise.race(this.#storing);
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #store(number: number, part: Buffer): Promise<void> {
    try {
      this.#storedBytes += await this.#vault.put(names.part(this.#line, this.#id, number), part);
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }
}
