import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SignalPair, openSignals } from '../../tests/support/signals.ts';
import type { BusSignals } from '../cluster/signals.ts';
import { tellingTopic, toldTopics } from './topics.ts';

const WAIT = { interval: 10 };
const USER = 7;
let signals: SignalPair;
let house: BusSignals;
let gateway: BusSignals;

beforeEach(() => {
  signals = openSignals();
  ({ one: house, other: gateway } = signals);
});
afterEach(() => signals.close());

it('messages of the house reach the sockets of a gateway, which are told when some may be lost', async () => {
  const topic = tellingTopic('SUPPORT', house);
  const [told] = toldTopics(['SUPPORT'], gateway);
  const heard: string[] = [];
  told?.find(USER).add({
    isSlow: false,
    send: (frame) => void heard.push(/"type":"(snapshot|update)"/.exec(frame.toString())?.[1] ?? frame.toString()),
    fallBehind: () => undefined,
  });
  topic.publish(USER, [{ text: 'answer' }]);
  await expect.poll(() => heard, WAIT).toEqual(['snapshot', 'update']);
  house.tellMissed();
  const afterTick = (): readonly string[] => {
    told?.tick();
    return heard;
  };
  await expect.poll(afterTick, WAIT).toEqual(['snapshot', 'update', 'snapshot']);
});
