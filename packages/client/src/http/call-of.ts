import { accountCalls, forexCalls, siteCalls } from '@fairlot/contract';
import type { Call, CallName, calls } from '@fairlot/contract';

/** Calls of the first screens. The schemas of all others load later, to keep the start of a page small. */
const FIRST: Readonly<Partial<Record<CallName, Call>>> = { ...accountCalls, ...forexCalls, ...siteCalls };

/** Looks up a call of the contract: synchronously for the first screens, as a promise for all others. */
export function callOf<N extends CallName>(name: N): (typeof calls)[N] | Promise<(typeof calls)[N]> {
  const first = FIRST[name];
  return first === undefined
    ? import('./later-calls.ts').then((later) => later.calls[name])
    : (first as (typeof calls)[N]);
}
