import { type KeyObject, createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** A row of the journal, and the state after it. Hashes are SHA-256 in hexadecimal digits. */
export interface Checkpoint {
  readonly shard: number;
  /** Number of the row. */
  readonly seq: number;
  /** Wall clock of the server, in epoch milliseconds. */
  readonly time: number;
  /** Hash of the row, which covers all rows before it. */
  readonly journalHash: string;
  readonly stateHash: string;
  /** Hash of the stored image's text. */
  readonly imageHash: string;
}

/** A checkpoint with the signature of its text. */
export interface SignedCheckpoint extends Checkpoint {
  readonly keyId: string;
  /** Ed25519, base64url. */
  readonly signature: string;
}

const LINE =
  /^fairlot checkpoint 1: shard (\d+), row (\d+), at (\S+Z), journal ([0-9a-f]{64}), state ([0-9a-f]{64}), image ([0-9a-f]{64}); key ([0-9a-f]{16}), signature ([\w-]{86})$/;

/** A checkpoint on one line, for logs, files and mails. */
export function lineOf(signed: SignedCheckpoint): string {
  return `${textOf(signed)}; key ${signed.keyId}, signature ${signed.signature}`;
}

/** The checkpoint of a line; undefined for any other line. */
export function checkpointOf(line: string): SignedCheckpoint | undefined {
  const parts = LINE.exec(line.trim());
  if (parts === null) return undefined;
  const [, shard, seq, time = '', journalHash = '', stateHash = '', imageHash = '', keyId = '', signature = ''] = parts;
  const at = Date.parse(time);
  if (Number.isNaN(at)) return undefined;
  return { shard: Number(shard), seq: Number(seq), time: at, journalHash, stateHash, imageHash, keyId, signature };
}

function textOf({ shard, seq, time, journalHash, stateHash, imageHash }: Checkpoint): string {
  return `fairlot checkpoint 1: shard ${shard}, row ${seq}, at ${new Date(time).toISOString()}, journal ${journalHash}, state ${stateHash}, image ${imageHash}`;
}

interface KeyPair {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Keys of checkpoints: Ed25519 from seeds of 32 bytes. The first one signs, all of them verify. */
export class CheckpointKeys {
  readonly #pairs: readonly KeyPair[];

  constructor(seeds: readonly Buffer[]) {
    this.#pairs = seeds.map(pairOf);
  }

  /** Signs a checkpoint. Throws without a key. */
  sign(checkpoint: Checkpoint): SignedCheckpoint {
    const [current] = this.#pairs;
    if (current === undefined) throw new Error('there is no key for checkpoints');
    const signature = sign(null, Buffer.from(textOf(checkpoint)), current.privateKey).toString('base64url');
    return { ...checkpoint, keyId: current.id, signature };
  }

  /** True when one of these keys has signed the checkpoint. */
  verifies(signed: SignedCheckpoint): boolean {
    const pair = this.#pairs.find(({ id }) => id === signed.keyId);
    const signature = Buffer.from(signed.signature, 'base64url');
    return pair !== undefined && verify(null, Buffer.from(textOf(signed)), pair.publicKey, signature);
  }
}

/** The bytes of PKCS #8 before the 32 of an Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const ID_DIGITS = 16;

function pairOf(seed: Buffer): KeyPair {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const id = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex');
  return { id: id.slice(0, ID_DIGITS), privateKey, publicKey };
}
