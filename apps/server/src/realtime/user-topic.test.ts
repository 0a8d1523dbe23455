import { expect, it } from 'vitest';
import { UserTopic } from './user-topic.ts';

const USERS = 1_000;

it('users who may have missed messages are told so a few at a time, each once', () => {
  const topic = new UserTopic('SUPPORT');
  const told = Array.from({ length: USERS }, () => 0);
  for (const [user] of told.entries())
    topic.find(user).add({
      isSlow: false,
      send: () => {
        told[user] = (told[user] ?? 0) + 1;
      },
      fallBehind: () => undefined,
    });
  topic.tick();
  told.fill(0);
  const count = (): number => told.reduce((sum, each) => sum + each, 0);
  topic.restart();
  let before = 0;
  for (let tick = 0; tick < USERS; tick += 1) {
    topic.tick();
    const now = count();
    expect(now - before).toBeLessThanOrEqual(50);
    before = now;
  }
  expect(told.every((each) => each === 1)).toBe(true);
});

it('a user who has left is not waited for', () => {
  const topic = new UserTopic('SUPPORT');
  const subscriber = { isSlow: false, send: () => undefined, fallBehind: () => undefined };
  const stream = topic.find(1);
  stream.add(subscriber);
  topic.restart();
  stream.remove(subscriber);
  topic.tick();
  expect(topic.tick()).toBe(0);
});
