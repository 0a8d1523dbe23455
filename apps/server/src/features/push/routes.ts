import { pushCalls } from '@fairlot/contract';
import { done } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { Devices } from './devices.ts';
import type { PushKeys } from './keys.ts';
import type { Push } from './service.ts';

/** Registers the calls that subscribe and unsubscribe a browser. */
export function registerPush(calls: Calls, push: Push, devices: Devices, keys: PushKeys): void {
  calls.forUser(pushCalls.pushKey, () => done({ key: keys.publicKey }));
  calls.forUser(pushCalls.pushSubscribe, (device, { session, language }) => push.subscribe(session, device, language));
  calls.forUser(pushCalls.pushUnsubscribe, async ({ endpoint }, { session }) => {
    await devices.remove(session.account, endpoint);
    return done({});
  });
}
