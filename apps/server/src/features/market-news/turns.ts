import { yieldToEventLoop } from '../../platform/pause.ts';

/** Time of work after which other work of the server gets its turn. */
const SLICE_MS = 4;

/** Returns a function that, called between small steps of long work, lets the server do other work now and then. */
export function turns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await yieldToEventLoop();
    since = performance.now();
  };
}
