import { stampOfTime, timeKey } from '@fairlot/domain';
import { type OrderId, fingerprintOf } from '@fairlot/engine';
import type { CopyId, LeaderDeed } from './model.ts';

/** Counters that a key's stamp has within a millisecond. */
const COUNTERS = 32;
const BYTES = 9;

/**
 * The idempotency key of a deed in a copy: the same after every crash. Its stamp is the deed's market time, so that keys of
 * one copier rise and stay cheap in the engine's memory. `attempt` counts refusals that a later moment may lift.
 */
export function copyKey(copy: CopyId, { shard, seq, index, time }: LeaderDeed, attempt = 0): string {
  return keyAt(time, index, `deed ${copy} ${shard} ${seq} ${index} ${attempt}`);
}

/** The key under which the end of a copy closes one of its positions. `since` is the market time at which the end began. */
export function endKey(copy: CopyId, order: OrderId, since: number, attempt = 0): string {
  return keyAt(since, attempt, `end ${copy} ${order} ${attempt}`);
}

function keyAt(time: number, counter: number, name: string): string {
  return timeKey(stampOfTime(time) + Math.min(counter, COUNTERS - 1), bytesOf(name));
}

/** Nine bytes from two fingerprints of a name. Two names of one copier in one millisecond never meet in practice. */
function bytesOf(name: string): Uint8Array {
  const { high, low } = fingerprintOf(name);
  const bytes = new DataView(new ArrayBuffer(BYTES));
  bytes.setUint32(0, high);
  bytes.setUint32(4, low);
  bytes.setUint8(8, fingerprintOf(`${name} `).low & 0xff);
  return new Uint8Array(bytes.buffer);
}
