/** Resolves in the next turn of the event loop, after the I/O that waits. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done);
  });
}

/** Resolves after this many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}
