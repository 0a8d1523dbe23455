import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Length of a key in bytes. */
export const KEY_BYTES = 32;
/** A sealed value starts with the version of the format, then the id of its key. */
const VERSION = 1;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Length of the prefix that names the key of a sealed value. */
export const MARK_BYTES = 1 + ID_BYTES;
const HEAD_BYTES = MARK_BYTES + NONCE_BYTES;
/** Minimum length of a sealed value. Shorter values are not sealed. */
export const SEALED_BYTES = HEAD_BYTES + TAG_BYTES;
const CIPHER = 'aes-256-gcm';

interface Key {
  readonly id: Buffer;
  readonly sealing: Buffer;
  readonly marking: Buffer;
}

/** Thrown when the key that sealed a value is missing. */
export class SecretKeyMissingError extends Error {
  override readonly name = 'SecretKeyMissingError';

  constructor(id: Buffer) {
    super(
      `secrets in the database are sealed with the key ${id.toString('hex')}, which is missing. Restore it (docs/operations.md, "The key of secrets"); nothing was changed`,
    );
  }
}

/**
 * Seals values that the database must not reveal: AES-256-GCM under a key from outside the database. The first key
 * seals; all keys open, so that a key can be replaced. The context is authenticated data: a value moved to another row
 * does not open.
 */
export class Secrets {
  readonly #current: Key;
  readonly #keys: ReadonlyMap<string, Key>;

  constructor(keys: readonly Buffer[]) {
    const all = keys.map(keyOf);
    const [current] = all;
    if (current === undefined) throw new RangeError('secrets need a key');
    this.#current = current;
    this.#keys = new Map(all.map((key) => [key.id.toString('hex'), key]));
  }

  /** Prefix of all values that the current key seals. */
  get mark(): Buffer {
    return markOf(this.#current);
  }

  /** Prefixes of all keys. */
  get marks(): readonly Buffer[] {
    return [...this.#keys.values()].map(markOf);
  }

  /** Ids of all keys, the current one first. They reveal nothing about the keys. */
  get keyIds(): readonly string[] {
    return [...this.#keys.keys()];
  }

  seal(value: Buffer, of: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#current.sealing, nonce).setAAD(Buffer.from(of));
    return Buffer.concat([this.mark, nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws when the key is missing or the value was sealed for another context. */
  open(sealed: Buffer, of: string): Buffer {
    if (sealed.length < SEALED_BYTES || sealed[0] !== VERSION) throw new Error('the value is not sealed');
    const id = sealed.subarray(1, 1 + ID_BYTES);
    const key = this.#keys.get(id.toString('hex'));
    if (key === undefined) throw new SecretKeyMissingError(id);
    const decipher = createDecipheriv(CIPHER, key.sealing, sealed.subarray(1 + ID_BYTES, HEAD_BYTES))
      .setAAD(Buffer.from(of))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
  }

  /**
   * A keyed hash, equal for equal texts. It can't be reversed without the key, even when there are few possible texts.
   */
  fingerprint(text: string): string {
    return fingerprintUnder(this.#current, text);
  }

  /** The fingerprints of a text under all keys, the current one first. */
  fingerprints(text: string): readonly string[] {
    return [...this.#keys.values()].map((key) => fingerprintUnder(key, text));
  }
}

function fingerprintUnder({ marking }: Key, text: string): string {
  return createHmac('sha256', marking).update(text).digest('base64url');
}

function markOf({ id }: Key): Buffer {
  return Buffer.concat([Buffer.from([VERSION]), id]);
}

/** Derives the sealing and marking keys. The id reveals nothing about the key. */
function keyOf(key: Buffer): Key {
  if (key.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
  const derived = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `fairlot ${purpose}`, KEY_BYTES));
  return {
    id: createHash('sha256').update(derived('number')).digest().subarray(0, ID_BYTES),
    sealing: derived('sealing'),
    marking: derived('marking'),
  };
}
