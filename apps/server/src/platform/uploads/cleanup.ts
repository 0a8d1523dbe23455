import type { Log } from '../log.ts';
import type { ImageStore } from './image-store.ts';

const EVERY_MS = 60 * 60 * 1000;

/** Removes images that nobody used, now and every hour. Returns how to stop it. */
export function startImageCleanup(images: ImageStore, log: Log): () => Promise<void> {
  let running = Promise.resolve();
  const clean = (): void => {
    running = running.then(() => removeUnused(images, log));
  };
  clean();
  const timer = setInterval(clean, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

async function removeUnused(images: ImageStore, log: Log): Promise<void> {
  try {
    const count = await images.removeUnused();
    if (count > 0) log.info({ count }, 'unused images were removed');
  } catch (error) {
    log.warn({ err: error }, 'unused images could not be removed');
  }
}
