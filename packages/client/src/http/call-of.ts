import { accountCalls, forexCalls, siteCalls } from '@fairlot/contract';
import type { Call, CallName, calls } from '@fairlot/contract';

/** What the first screens ask for. The schemas of everything else would be a weight on the start of a page. */
const FIRST: Readonly<Partial<Record<CallName, Call>>> = { ...accountCalls, ...forexCalls, ...siteCalls };

/** A call of the contract, at once where the first screens make it. */
export function callOf<N extends CallName>(name: N): (typeof calls)[N] | Promise<(typeof calls)[N]> {
  const first = FIRST[name];
  return first === undefined
    ? import('./later-calls.ts').then((later) => later.calls[name])
    : (first as (typeof calls)[N]);
}
