/**
 * Replaces the global Date by one that is `ms` ahead of the machine's. Runs in Node and, as text, in pages: it may use
 * nothing from outside itself.
 */
export function shiftDate(ms, kept = 'fairlotUnshiftedDate') {
  globalThis[kept] ??= Date;
  const unshifted = globalThis[kept];
  const now = () => unshifted.now() + ms;
  globalThis.Date = new Proxy(unshifted, {
    construct: (target, args, caller) => Reflect.construct(target, args.length === 0 ? [now()] : args, caller),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/** The machine's time in epoch milliseconds, whatever the shift. */
export function unshiftedNow() {
  return (globalThis.fairlotUnshiftedDate ?? Date).now();
}
