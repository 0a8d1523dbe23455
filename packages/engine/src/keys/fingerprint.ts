import type { AccountId, ClientCommand } from '../command.ts';

/** A 64-bit fingerprint as two 32-bit halves. Plain numbers are fast enough for every row. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

const HIGH_SEED = 0x9e37_79b9;
const LOW_SEED = 0x85eb_ca6b;
const WORD = 0x1_0000_0000;

/**
 * A 64-bit fingerprint of an idempotency key within its account, never 0. Journal rows carry it, and their hashes cover
 * it.
 */
export function keyFingerprint(account: AccountId, key: string): bigint {
  const { high, low } = fingerprintOf(nameOf({ account, key }));
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Account and key as one text. */
export function nameOf({ account, key }: Pick<ClientCommand, 'account' | 'key'>): string {
  return `${account}:${key}`;
}

/** The fingerprint of such a text as two halves. */
export function fingerprintOf(name: string): Fingerprint {
  return hash(name);
}

/**
 * A digest of a command's payload: all fields except the time and the key. A resent command has the same digest. Digests of
 * archived commands are stored for good (ADR 104), so those of existing commands must not change.
 */
export function payloadDigest(command: ClientCommand): string {
  // The end of the trading day was computed when the command arrived, the rest of a cover when the deed was carried out.
  const computed = 'endsWithDay' in command && command.endsWithDay === true ? 'expiresAt' : undefined;
  const fields = Object.entries(withoutCover(command)).filter(
    ([name, value]) => name !== 'time' && name !== 'key' && name !== computed && value !== undefined,
  );
  fields.sort(([left], [right]) => (left < right ? -1 : 1));
  // Lengths separate texts that contain the separators.
  const { high, low } = hash(
    fields.map(([name, value]) => `${name}=${typeof value}${textOf(value).length}:${textOf(value)}`).join(','),
  );
  return hex(high) + hex(low);
}

function withoutCover(command: ClientCommand): ClientCommand {
  if (command.type !== 'correctFill' || command.ended?.covered === undefined) return command;
  return { ...command, ended: { ...command.ended, covered: undefined } };
}

/** The text of a field. Those of a record are in the order of their names. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([left], [right]) => (left < right ? -1 : 1));
  return fields.map(([name, field]) => `${name}=${typeof field}${textOf(field).length}:${textOf(field)}`).join(',');
}

function hash(text: string): Fingerprint {
  let high = HIGH_SEED;
  let low = LOW_SEED;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x0100_0193);
    low = Math.imul((low << 5) ^ (low >>> 27) ^ unit, 0x27d4_eb2f);
  }
  high = finish(high ^ text.length);
  low = finish(low ^ high);
  return { high: high >>> 0, low: low === 0 && high === 0 ? 1 : low >>> 0 };
}

/** The finaliser of MurmurHash3: every input bit affects all output bits. */
function finish(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return mixed ^ (mixed >>> 16);
}

function hex(half: number): string {
  return (half % WORD).toString(16).padStart(8, '0');
}
