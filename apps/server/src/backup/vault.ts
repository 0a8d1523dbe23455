import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import type { Listing, Storage } from './storage/storage.ts';

const MAGIC = Buffer.from('FLB1');
const ID_BYTES = 8;
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const HEAD_BYTES = MAGIC.length + ID_BYTES + SALT_BYTES;
const CIPHER = 'aes-256-gcm';
/** Fast: a level more would cost more time than its bytes do. */
const COMPRESSION = { level: 1 };
/** Longest content of an object. Callers cut what is longer. */
export const OBJECT_LIMIT = 64 * 1024 * 1024;

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Names a backup, a line or an object that does not open, and the key that it needs. */
export function lockedText({ name, keyId }: { readonly name: string; readonly keyId: string }): string {
  return `${name} was encrypted with the backup key ${keyId}, which is not among yours`;
}

/** Thrown for an object whose key is not among those of the vault. */
export class ForeignKeyError extends BackupError {
  /** Id of the key that opens the object. */
  readonly keyId: string;

  constructor(name: string, keyId: string) {
    super(lockedText({ name, keyId }));
    this.keyId = keyId;
  }
}

/** The content of an object, with the id of the key that opened it. */
export interface Opened {
  readonly content: Buffer;
  readonly keyId: string;
}

/**
 * Objects that are compressed and encrypted before they leave the machine: AES-256-GCM under a key of the object's own,
 * derived from the backup key, a random salt and the object's name. An object that was changed, cut, or moved to another
 * name does not open. The first key seals; all keys open.
 */
export class Vault {
  readonly #storage: Storage;
  readonly #current: Buffer;
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #stopped: AbortSignal | undefined;

  /** `stopped` ends long work: nothing is read or written after it. */
  constructor(storage: Storage, keys: readonly Buffer[], stopped?: AbortSignal) {
    const [current] = keys;
    if (current === undefined) throw new RangeError('a vault needs a key');
    this.#storage = storage;
    this.#stopped = stopped;
    this.#current = current;
    this.#keys = new Map(keys.map((key) => [idOf(key).toString('hex'), key]));
  }

  /** Ids of the keys, that of the key that seals first. */
  get keyIds(): readonly [string, ...string[]] {
    const [first = '', ...others] = this.#keys.keys();
    return [first, ...others];
  }

  /** The storage in words. */
  get text(): string {
    return this.#storage.text;
  }

  /** Resolves with the stored size when the object is durable. */
  async put(name: string, content: Buffer): Promise<number> {
    this.#stopped?.throwIfAborted();
    if (content.length > OBJECT_LIMIT) throw new RangeError(`${name} is too long for an object`);
    const sealed = seal(this.#current, name, await compress(content, COMPRESSION));
    await this.#storage.put(name, sealed);
    return sealed.length;
  }

  /** Undefined when there is no such object. Throws BackupError when it does not open, ForeignKeyError without its key. */
  async find(name: string): Promise<Opened | undefined> {
    this.#stopped?.throwIfAborted();
    const sealed = await this.#storage.get(name);
    if (sealed === undefined) return undefined;
    const { content, keyId } = this.#open(name, sealed);
    return { content: await expand(content, { maxOutputLength: OBJECT_LIMIT }), keyId };
  }

  /** The same for an object that must be there. */
  async get(name: string): Promise<Buffer> {
    const found = await this.find(name);
    if (found === undefined) throw new BackupError(`${name} is missing in ${this.text}: the backup is incomplete`);
    return found.content;
  }

  list(folder: string): Promise<Listing> {
    return this.#storage.list(folder);
  }

  remove(names: readonly string[]): Promise<void> {
    return this.#storage.remove(names);
  }

  #open(name: string, sealed: Buffer): Opened {
    if (sealed.length < HEAD_BYTES + TAG_BYTES || !sealed.subarray(0, MAGIC.length).equals(MAGIC))
      throw new BackupError(`${name} is no part of a Fairlot backup, or only its beginning is there`);
    const keyId = sealed.subarray(MAGIC.length, MAGIC.length + ID_BYTES).toString('hex');
    const key = this.#keys.get(keyId);
    if (key === undefined) throw new ForeignKeyError(name, keyId);
    const salt = sealed.subarray(MAGIC.length + ID_BYTES, HEAD_BYTES);
    const { secret, nonce } = derive(key, salt, name);
    const decipher = createDecipheriv(CIPHER, secret, nonce).setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const content = Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
      return { content, keyId };
    } catch (error) {
      throw new BackupError(`${name} is damaged: it was changed, cut off, or belongs to another place`, {
        cause: error,
      });
    }
  }
}

function seal(key: Buffer, name: string, content: Buffer): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const { secret, nonce } = derive(key, salt, name);
  const cipher = createCipheriv(CIPHER, secret, nonce);
  return Buffer.concat([MAGIC, idOf(key), salt, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Key and nonce are used once, because the salt is random. */
function derive(key: Buffer, salt: Buffer, name: string): { readonly secret: Buffer; readonly nonce: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', key, salt, `fairlot backup ${name}`, KEY_BYTES + NONCE_BYTES));
  return { secret: bytes.subarray(0, KEY_BYTES), nonce: bytes.subarray(KEY_BYTES) };
}

function idOf(key: Buffer): Buffer {
  return createHash('sha256')
    .update(Buffer.from(hkdfSync('sha256', key, '', 'fairlot backup id', KEY_BYTES)))
    .digest()
    .subarray(0, ID_BYTES);
}
