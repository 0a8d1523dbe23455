import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Bytes of a key. */
export const KEY_BYTES = 32;
/** What a sealed value begins with: the version of this form, then the number of its key. */
const VERSION = 1;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES;
/** What is shorter was never sealed. */
export const SEALED_BYTES = HEAD_BYTES + TAG_BYTES;
const CIPHER = 'aes-256-gcm';

interface Key {
  readonly id: Buffer;
  readonly sealing: Buffer;
  readonly marking: Buffer;
}

/** A value was sealed with a key that is not there. */
export class SecretKeyMissingError extends Error {
  override readonly name = 'SecretKeyMissingError';

  constructor(id: Buffer) {
    super(
      `secrets in the database are sealed with the key ${id.toString('hex')}, which is not at hand. Put it back (docs/operations.md, "The key of secrets"); nothing was changed`,
    );
  }
}

/**
 * Seals what the database holds but must not reveal: AES-256-GCM under a key from outside of the database. The first key
 * seals; all of them open, so that a key can be replaced. What a value is of is part of it: moved to another row it does
 * not open.
 */
export class Secrets {
  private readonly current: Key;
  private readonly keys: ReadonlyMap<string, Key>;

  constructor(keys: readonly Buffer[]) {
    const all = keys.map(keyOf);
    const [current] = all;
    if (current === undefined) throw new RangeError('secrets need a key');
    this.current = current;
    this.keys = new Map(all.map((key) => [key.id.toString('hex'), key]));
  }

  /** The beginning of everything that the current key seals. */
  get mark(): Buffer {
    return markOf(this.current);
  }

  /** The same of all keys. */
  get marks(): readonly Buffer[] {
    return [...this.keys.values()].map(markOf);
  }

  seal(value: Buffer, of: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.current.sealing, nonce).setAAD(Buffer.from(of));
    return Buffer.concat([this.mark, nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws when the key is not there, and when the value was not sealed for this. */
  open(sealed: Buffer, of: string): Buffer {
    if (sealed.length < SEALED_BYTES || sealed[0] !== VERSION) throw new Error('this was never sealed');
    const id = sealed.subarray(1, 1 + ID_BYTES);
    const key = this.keys.get(id.toString('hex'));
    if (key === undefined) throw new SecretKeyMissingError(id);
    const decipher = createDecipheriv(CIPHER, key.sealing, sealed.subarray(1 + ID_BYTES, HEAD_BYTES))
      .setAAD(Buffer.from(of))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
  }

  /** The same for the same text, and without the key no way back to it, however few texts there may be. */
  fingerprint(text: string): string {
    return createHmac('sha256', this.current.marking).update(text).digest('base64url');
  }
}

function markOf({ id }: Key): Buffer {
  return Buffer.concat([Buffer.from([VERSION]), id]);
}

/** The number of a key tells nothing of it. */
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
