/** Slower than this, in px a millisecond, a throw is over. */
const STILL = 0.05;
const FASTEST = 4;
/** What is left of the speed after a millisecond. */
const KEPT_PER_MS = 0.997;

/** How far a throw goes on in some milliseconds, and how fast it is then. */
export function flingStep(speed: number, passedMs: number): { readonly by: number; readonly speed: number } {
  const next = speed * KEPT_PER_MS ** passedMs;
  // The integral of the falling speed over the time.
  return { by: (next - speed) / Math.log(KEPT_PER_MS), speed: next };
}

/** Moves frame by frame until the speed is gone; the returned function stops it before. */
export function flingPath(speed: number, move: (by: number) => void, onStill: () => void): () => void {
  let now = Math.max(-FASTEST, Math.min(FASTEST, speed));
  let last = performance.now();
  let frame = 0;
  const step = (time: number): void => {
    if (Math.abs(now) < STILL) {
      onStill();
      return;
    }
    const next = flingStep(now, Math.max(0, time - last));
    last = time;
    now = next.speed;
    move(next.by);
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
