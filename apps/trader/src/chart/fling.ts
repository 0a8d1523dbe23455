/** A fling ends below this speed, in px per millisecond. */
const MIN_SPEED = 0.05;
const MAX_SPEED = 4;
/** Share of the speed that is left after one millisecond. */
const DECAY_PER_MS = 0.997;

/** Distance that a fling covers in `passedMs`, and the speed afterwards. */
export function flingStep(speed: number, passedMs: number): { readonly by: number; readonly speed: number } {
  const next = speed * DECAY_PER_MS ** passedMs;
  // The integral of the decaying speed over the time.
  return { by: (next - speed) / Math.log(DECAY_PER_MS), speed: next };
}

/** Runs a fling frame by frame until the speed is gone. Returns a function that stops it. */
export function flingPath(speed: number, move: (by: number) => void, onEnd: () => void): () => void {
  let now = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, speed));
  let last = performance.now();
  let frame = 0;
  const step = (time: number): void => {
    if (Math.abs(now) < MIN_SPEED) {
      onEnd();
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
