import { marketClockCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';

/** Registers the call that accepts the jumps of the server's clocks. `accept` resolves with false when there is none. */
export function registerMarketClock(calls: StaffCalls, accept: () => Promise<boolean>): void {
  calls.forStaff(marketClockCalls.officeAcceptClock, async () =>
    (await accept()) ? done({}) : refuse('record_changed'),
  );
}
