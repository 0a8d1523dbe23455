import { marketClockCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';

/** Registers the call that accepts a jump of the server's clock. `accept` returns false when there is none. */
export function registerMarketClock(calls: StaffCalls, accept: () => boolean): void {
  calls.forStaff(marketClockCalls.officeAcceptClock, () => (accept() ? done({}) : refuse('record_changed')));
}
