import { EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { type FileRead, OpenFiles } from './open-files.ts';

const MINUTE_MS = 60_000;

/** A file of two chunks, whose second query waits until the test lets it go on. */
function heldFile() {
  const gate = new EventEmitter();
  const held = once(gate, 'open');
  async function* texts(read: FileRead): AsyncGenerator<string> {
    yield await read(() => Promise.resolve('first'));
    await read(() => held);
    yield ' second';
  }
  return { texts, goOn: () => gate.emit('open') };
}

it('gives an account one file at a time, and a new one when the first has been sent', async () => {
  const files = new OpenFiles({ atOnce: 5, idleMs: MINUTE_MS });
  const { texts, goOn } = heldFile();
  const first = files.open(1, texts);
  expect(files.open(1, texts)).toMatchObject({ ok: false, reason: 'too_many_requests' });
  expect(files.open(2, texts).ok).toBe(true);
  goOn();
  expect(first.ok && (await text(first.data))).toBe('first second');
  expect(files.open(1, texts).ok).toBe(true);
});

it('refuses further accounts when all places are taken, and frees the place of a client that leaves', async () => {
  const files = new OpenFiles({ atOnce: 1, idleMs: MINUTE_MS });
  const first = files.open(1, heldFile().texts);
  expect(files.open(2, heldFile().texts)).toMatchObject({ ok: false, reason: 'overloaded' });
  if (!first.ok) throw new Error(first.reason);
  first.data.destroy();
  await once(first.data, 'close');
  expect(files.open(2, heldFile().texts).ok).toBe(true);
});

it('gives up a file that its client does not read', async () => {
  const files = new OpenFiles({ atOnce: 1, idleMs: 20 });
  const stalled = files.open(1, async function* (): AsyncGenerator<string> {
    for (;;) yield 'x'.repeat(1000);
  });
  if (!stalled.ok) throw new Error(stalled.reason);
  stalled.data.read(0);
  await once(stalled.data, 'close');
  expect(files.open(2, heldFile().texts).ok).toBe(true);
});

it('runs one query at a time for all files', async () => {
  const files = new OpenFiles({ atOnce: 5, idleMs: MINUTE_MS });
  let [running, most] = [0, 0];
  async function* texts(read: FileRead): AsyncGenerator<string> {
    for (let chunk = 0; chunk < 3; chunk += 1)
      yield await read(async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running -= 1;
        return 'x';
      });
  }
  const opened = [1, 2, 3].map((caller) => files.open(caller, texts));
  await Promise.all(opened.flatMap((file) => (file.ok ? [text(file.data)] : [])));
  expect(most).toBe(1);
});
