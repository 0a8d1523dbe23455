import { marketClock } from '../../../shared/services/services.ts';

/** Market time, or the device's before the server has told it. */
export function marketTime(): number {
  return marketClock.now() ?? Date.now();
}
