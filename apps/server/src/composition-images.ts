import type { Database } from './db/database.ts';
import type { Calls } from './platform/calls.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { StaffCalls } from './platform/staff-calls.ts';
import { startImageCleanup } from './platform/uploads/cleanup.ts';
import { ImageStore } from './platform/uploads/image-store.ts';
import { registerUploads } from './platform/uploads/routes.ts';

/** What the upload of images stands on. */
export interface ImagesGround {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Opens the upload of images for users and their sight for staff. Returns how to stop what runs beside. */
export function openImages({ calls, staffCalls }: { readonly calls: Calls; readonly staffCalls: StaffCalls }, { database, clock, log }: ImagesGround): { readonly stop: () => Promise<void> } {
  const images = new ImageStore(database.kysely, clock);
  registerUploads(calls, staffCalls, images, clock);
  return { stop: startImageCleanup(images, log) };
}
