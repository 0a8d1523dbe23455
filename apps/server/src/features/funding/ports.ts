/** What funding needs of others; the composition brings them together. */
export interface FundingChecks {
  /** Whether a user's identity has been verified. */
  isVerified(user: number): Promise<boolean>;
}
