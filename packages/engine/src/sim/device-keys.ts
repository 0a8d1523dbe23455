import { stampOfTime, timeKey } from '@fairlot/domain';
import { Random } from './random.ts';

/** How far the clocks of the accounts' devices are off, in milliseconds: exact, a little, hours and years. */
const CLOCKS_OFF = [0, 0, 0, -1500, 800, 7_200_000, -86_400_000, 1e12];

/** Makes idempotency keys like clients do. Its randomness is of its own, so that keys change nothing else in a run. */
export class DeviceKeys {
  readonly #random = new Random(1);
  #made = 0;

  /** A key with a time by the clock of one of the account's two devices, at times made late, or a key without. */
  next(account: number, time: number): string {
    const random = this.#random;
    this.#made += 1;
    if (random.chance(0.3)) return `key-${this.#made}`;
    const off = CLOCKS_OFF[(account * 3 + random.between(0, 1)) % CLOCKS_OFF.length] as number;
    const late = random.chance(0.1) ? random.between(0, 600_000) : 0;
    const bytes = Uint8Array.from({ length: 9 }, () => random.between(0, 255));
    return timeKey(stampOfTime(time + off - late) + random.between(0, 31), bytes);
  }
}
