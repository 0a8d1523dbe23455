import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { WaitingQueue } from './waiting-queue.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ALWAYS_WAITING = 300;
const ALL = 20_000;

it('frees delivered messages while others wait all the time, and delivers each once and in order', async () => {
  const held: WeakRef<Uint8Array>[] = [];
  let delivered = 0;
  let inOrder = true;
  const add = (): void => {
    const data = new Uint8Array(new Uint32Array([held.length]).buffer);
    held.push(new WeakRef(data));
    queue.add(data);
  };
  const queue = new WaitingQueue(
    (data) => {
      inOrder &&= new Uint32Array(data.buffer)[0] === delivered;
      delivered += 1;
      if (held.length < ALL) add();
    },
    { onDropped: () => undefined },
  );
  for (let count = 0; count < ALWAYS_WAITING; count += 1) add();
  await expect.poll(() => delivered, { interval: 1 }).toBeGreaterThan(ALL / 2);
  collectGarbage();
  const alive = held.filter((each) => each.deref() !== undefined).length;
  expect(alive).toBeLessThanOrEqual(ALWAYS_WAITING * 3);
  await expect.poll(() => delivered).toBe(ALL);
  expect(inOrder).toBe(true);
});
