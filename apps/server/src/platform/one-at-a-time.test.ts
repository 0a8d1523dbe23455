import { expect, it } from 'vitest';
import { OverloadedError } from './concurrency-limit.ts';
import { OneAtATime } from './one-at-a-time.ts';

/** A work that ends when it is told to. */
class Held {
  isRunning = false;
  #end: () => void = () => undefined;
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  readonly work = async (): Promise<void> => {
    this.isRunning = true;
    await this.#ended;
  };

  end(): void {
    this.#end();
  }
}

it('runs the works of a key one after another, and those of other keys at the same time', async () => {
  const turns = new OneAtATime(1);
  const [first, second, other] = [new Held(), new Held(), new Held()];
  const runs = [turns.run(1, first.work), turns.run(1, second.work), turns.run(2, other.work)];
  expect([first.isRunning, second.isRunning, other.isRunning]).toEqual([true, false, true]);
  await expect(turns.run(1, () => Promise.resolve())).rejects.toThrow(OverloadedError);
  first.end();
  await runs[0];
  await expect.poll(() => second.isRunning).toBe(true);
  second.end();
  other.end();
  await Promise.all(runs);
  expect(await turns.run(1, () => Promise.resolve('again'))).toBe('again');
});

it('goes on after a work that failed', async () => {
  const turns = new OneAtATime(1);
  await expect(turns.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await turns.run(1, () => Promise.resolve('next'))).toBe('next');
});
