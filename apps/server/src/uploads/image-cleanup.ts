import { HOUR_MS } from '@fairlot/domain';
import { type Job, every } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { ImageStore } from './image-store.ts';

const EVERY_MS = HOUR_MS;

/** Deletes unused images at the start and every hour. */
export class ImageCleanup {
  readonly #job: Job;

  constructor(images: ImageStore, log: Log) {
    this.#job = every(
      EVERY_MS,
      async () => {
        const count = await images.removeUnused();
        if (count > 0) log.info({ count }, 'unused images were removed');
      },
      (error) => log.warn({ err: error }, 'unused images could not be removed'),
    );
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }
}
