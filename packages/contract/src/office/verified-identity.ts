import { z } from 'zod/mini';

/** The verified identity of a user, as every colleague who decides about the user's money sees it. */
export const verifiedIdentity = {
  /** State of the last identity verification. */
  identity: z.enum(['none', 'waiting', 'finished', 'rejected', 'revoked']),
  /** Name of the verified identity; empty without one. */
  verified_name: z.string(),
  /** ISO 3166 code of the verified country of residence; empty without one. */
  verified_country: z.string(),
};
