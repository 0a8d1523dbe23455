import { expect, it, onTestFinished, vi } from 'vitest';
import { Outbox } from './outbox.ts';
import { OutboxQueue } from './outbox-queue.ts';
import type { MessageSender } from './sender.ts';

it('messages of a month ago end before any is sent, though the database was away at the first look', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const calls: string[] = [];
  const queue = OutboxQueue.prototype;
  vi.spyOn(queue, 'failWaiting')
    .mockRejectedValueOnce(new Error('the database is away'))
    .mockImplementation(async () => void calls.push('ended'));
  vi.spyOn(queue, 'deleteOld').mockResolvedValue();
  vi.spyOn(queue, 'claim').mockImplementation(async () => {
    calls.push('claimed');
    return [];
  });
  vi.spyOn(queue, 'waiting').mockResolvedValue(0);
  const mail: MessageSender = { send: () => Promise.resolve(), close: () => undefined };
  const deps = { mail, sms: undefined, clock: () => Date.now(), log: { error: () => undefined } };
  const outbox = new Outbox(deps as unknown as ConstructorParameters<typeof Outbox>[0]);
  outbox.start();
  await vi.advanceTimersByTimeAsync(5_000);
  await outbox.stop();
  expect(calls).toEqual(['ended', 'claimed']);
});
