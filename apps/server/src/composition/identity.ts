import type { FundingChecks } from '../features/funding/ports.ts';
import { IdentityQueries } from '../features/identity/queries.ts';
import { registerIdentity } from '../features/identity/routes.ts';
import { IdentityActions } from '../features/identity/staff/actions.ts';
import { IdentityStaffQueries } from '../features/identity/staff/queries.ts';
import { registerIdentityStaff } from '../features/identity/staff/routes.ts';
import { registerImages } from '../features/images/routes.ts';
import { registerStaffImages } from '../features/images/staff/routes.ts';
import { ImageCleanup } from '../uploads/image-cleanup.ts';
import { ImageStore } from '../uploads/image-store.ts';
import type { FeatureDeps } from './deps.ts';

/** Builds image uploads, identity verification and its review. Returns the checks that funding needs. */
export async function openIdentity(deps: FeatureDeps): Promise<FundingChecks> {
  const { calls, staffCalls, queues, places, jobs, database, secrets, notices, clock, log, settings, people } = deps;
  const images = new ImageStore(database.kysely, clock);
  registerImages(calls, images, places, clock);
  registerStaffImages(staffCalls, images);
  const queries = new IdentityQueries(database.kysely, secrets);
  registerIdentity(calls, queries, clock);
  const staffQueries = new IdentityStaffQueries(database.kysely, secrets);
  const actions = new IdentityActions({ db: database.kysely, queries: staffQueries, notices, clock, people });
  registerIdentityStaff(staffCalls, { queries: staffQueries, actions, settings });
  queues.add('identity', () => staffQueries.waiting());
  await jobs.start('image cleanup', new ImageCleanup(images, log));
  return { isVerified: (user) => queries.isFinished(user) };
}
