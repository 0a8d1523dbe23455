/** Checks that other features provide to funding; the composition connects them. */
export interface FundingChecks {
  /** Tells whether a user's identity has been verified. */
  isVerified(user: number): Promise<boolean>;
}
