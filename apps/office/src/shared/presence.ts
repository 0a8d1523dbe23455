/** Whoever has not touched keys, pointer or wheel for this long may be away. */
const AWAY_AFTER_MS = 2 * 60_000;

let lastSign = Date.now();

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const) {
  addEventListener(
    kind,
    () => {
      lastSign = Date.now();
    },
    { passive: true, capture: true },
  );
}

/** Whether somebody is at the page: what it asks by itself while nobody is must not keep the session alive. */
export function isSomebodyThere(): boolean {
  return Date.now() - lastSign < AWAY_AFTER_MS;
}
