import type { CODES, Reason } from '@fairlot/contract';

/**
 * The codes that the client itself acts on, checked against the contract's. A page that took them from its table would
 * load all of them, those of the office too.
 */
export const KNOWN_CODES = {
  ok: 1,
  session_invalid: 999,
  too_many_requests: 1004,
  unknown_topic: 1008,
  sign_in_required: 2000,
} as const satisfies { readonly [Name in Reason]?: (typeof CODES)[Name] };
