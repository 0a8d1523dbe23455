import { pushCalls } from '@fairlot/contract';
import { done } from '../../platform/answer.ts';
import type { Calls } from '../../platform/calls.ts';
import type { Devices } from './devices.ts';
import type { PushKeys } from './keys.ts';
import type { Push } from './service.ts';

/** The calls by which a browser asks to be told, and takes it back. */
export function registerPush(calls: Calls, push: Push, devices: Devices, keys: PushKeys): void {
  calls.forUser(pushCalls.pushKey, () => done({ key: keys.publicKey }));
  calls.forUser(pushCalls.pushSubscribe, (device, { session, language }) => push.subscribe(session, device, language));
  calls.forUser(pushCalls.pushUnsubscribe, async ({ endpoint }, { session }) => {
    await devices.remove(session.account, endpoint);
    return done({});
  });
}
