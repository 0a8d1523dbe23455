import { afterEach, beforeEach, expect, it } from 'vitest';
import { LocalBus } from '../bus/local-bus.ts';
import { subjectsOf } from '../bus/subjects.ts';
import { BusSignals } from '../cluster/signals.ts';
import { tellingTopic, toldTopics } from './topics.ts';

const WAIT = { interval: 10 };
const USER = 7;
let bus: LocalBus;
let house: BusSignals;
let gateway: BusSignals;

beforeEach(() => {
  bus = new LocalBus();
  house = new BusSignals(bus, subjectsOf('test'), 'house');
  gateway = new BusSignals(bus, subjectsOf('test'), 'gateway');
  house.start();
  gateway.start();
});
afterEach(async () => {
  house.stop();
  gateway.stop();
  await bus.close();
});

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
  await expect.poll(() => heard, WAIT).toEqual(['snapshot', 'update', 'snapshot']);
});
