import type { Answer } from '../../http/answer.ts';
import type { UserContext } from '../../http/calls.ts';
import type { Session } from '../../security/session.ts';

/** Checks that other features provide to funding; the composition connects them. */
export interface FundingChecks {
  /** Tells whether a user's identity has been verified. */
  isVerified(user: number): Promise<boolean>;
}

/** Tells the owner of an account from somebody with a stolen session. */
export interface OwnerCheck {
  /** Checks a code or the password. Returns a refusal, or undefined when the proof is right. */
  confirm(
    context: UserContext,
    proof: { readonly password: string; readonly totp: string },
  ): Promise<Answer<never> | undefined>;
  /** Runs the user's works with proofs one after another, so that a repeat finds what the first has stored. */
  inTurn<T>(user: number, work: () => Promise<T>): Promise<T>;
  /** Epoch milliseconds since which password, second factor and device of the session are unchanged. */
  unchangedSince(session: Session): Promise<number>;
}

/** Tells an owner on the subscribed devices what has just been done. */
export type TellOwner = (user: number, what: 'method_bound' | 'withdrawal_requested', amount?: bigint) => void;
