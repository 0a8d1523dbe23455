import type { OwnerProof } from '@fairlot/client';
import { useState } from 'react';
import { isWholeCode } from './SecondFactorField.tsx';
import { useFactors } from './factors.ts';

/** Reasons of refusals that concern an OwnerProofField, for `useFieldRefusal`. */
export const PROOF_REFUSALS = {
  totp_invalid: 'proof',
  totp_required: 'proof',
  password_wrong: 'proof',
  password_required: 'proof',
} as const;

/** The state of an OwnerProofField. */
export interface OwnerProofForm {
  /** The user has a second factor, so a code is asked for instead of the password. */
  readonly usesCode: boolean;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly isComplete: boolean;
  readonly proof: OwnerProof;
}

/** The proof that the owner of the account sends a form, and not somebody with a stolen session. */
export function useOwnerProof(): OwnerProofForm {
  const factors = useFactors();
  const [typed, onTyped] = useState('');
  const usesCode = factors !== undefined && (factors.enabled || factors.passkeys > 0);
  return {
    usesCode,
    typed,
    onTyped,
    isComplete: usesCode ? isWholeCode(typed) : typed !== '',
    proof: usesCode ? { totp: typed } : { password: typed },
  };
}
