/** How long a lease lasts without renewal, and how often its holder renews it. */
export interface LeaseTimes {
  readonly ttlMs: number;
  readonly renewMs: number;
}

/** Thrown when a lease can't be taken, because its holder has renewed it in time. */
export class LeaseHeldError extends Error {
  override readonly name = 'LeaseHeldError';
}

/** The lease under which a shard is held, as the work of its holder sees it. */
export interface LeaseView {
  /** The epoch, once the lease is taken. */
  readonly epoch: number;
  /** True while the lease cannot have ended, judged by the steady clock from the last renewal that was confirmed. */
  readonly isCurrent: boolean;
}

/** The lease of one shard that its holder must renew. */
export interface LeaseTerm extends LeaseView {
  readonly ttlMs: number;
  /** Called once the lease is taken: its epoch, and the steady time before which the database did not set its end. */
  taken(epoch: number, since: number): void;
}
