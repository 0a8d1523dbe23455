import type { Database } from './db/database.ts';
import { IdentityQueries } from './features/identity/queries.ts';
import { Review } from './features/identity/review.ts';
import { registerIdentity } from './features/identity/routes.ts';
import { registerIdentityReview } from './features/identity/staff-routes.ts';
import type { Calls } from './platform/calls.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { UserNotices } from './platform/outbox/user-notices.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import type { SiteSettings } from './platform/site-settings.ts';
import type { StaffCalls } from './platform/staff-calls.ts';
import { startImageCleanup } from './platform/uploads/cleanup.ts';
import { ImageStore } from './platform/uploads/image-store.ts';
import { registerUploads } from './platform/uploads/routes.ts';
import type { WorkQueues } from './platform/work-queues.ts';

/** What images and identity stand on. */
export interface IdentityGround {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SiteSettings;
  readonly notices: UserNotices;
}

interface IdentityDoors {
  readonly calls: Calls;
  readonly office: { readonly calls: StaffCalls; readonly queues: WorkQueues };
}

/** Images and identity, and what others ask of them. */
export interface Identity {
  /** Whether the identity of a user is verified. */
  isVerified(user: number): Promise<boolean>;
  /** Stops what runs beside. */
  stop(): Promise<void>;
}

/** Opens the upload of images, the identity verification and its review. */
export function openIdentity(
  { calls, office }: IdentityDoors,
  { database, secrets, notices, clock, log, settings }: IdentityGround,
): Identity {
  const images = new ImageStore(database.kysely, clock);
  registerUploads(calls, office.calls, images, clock);
  const queries = new IdentityQueries(database.kysely, secrets);
  registerIdentity(calls, queries, clock);
  const review = new Review(database.kysely, { secrets, notices, clock });
  registerIdentityReview(office.calls, review, settings);
  office.queues.add('identity', () => review.waiting());
  return { isVerified: (user) => queries.isFinished(user), stop: startImageCleanup(images, log) };
}
