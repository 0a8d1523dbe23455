import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const RENDER = join(import.meta.dirname, '..', '..', '..', 'build', 'render-first.mjs');

/** A program that takes its time, and tells whether a timer of the page has run out meanwhile. */
const SLOW = `
import { setTimeout as pause } from 'node:timers/promises';

export async function renderFirstPages() {
  let time = 'stands still';
  setTimeout(() => (time = 'passes'), 1);
  await pause(2);
  return { time };
}
`;

it('renders all pages at one moment, because a connection that is awaited for long is shown as lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlot-render-'));
  try {
    const program = join(folder, 'program.mjs');
    await writeFile(program, SLOW);
    const { stdout } = await promisify(execFile)(process.execPath, [RENDER, program, '/']);
    expect(JSON.parse(stdout)).toEqual({ time: 'stands still' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
