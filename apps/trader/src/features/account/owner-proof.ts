import { readAuthenticator } from '@fairlot/client';
import type { OwnerProof } from '@fairlot/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { isWholeCode } from './SecondFactorField.tsx';

/** The state of an OwnerProofField. */
export interface OwnerProofForm {
  /** The user has an authenticator, so a code is asked for instead of the password. */
  readonly usesCode: boolean;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly isComplete: boolean;
  readonly proof: OwnerProof;
}

/** The proof that the owner of the account sends a form, and not somebody with a stolen session. */
export function useOwnerProof(): OwnerProofForm {
  const uid = useSession((session) => session.user?.uid ?? '');
  const { data } = useQuery({
    queryKey: accountKey(uid, 'totp'),
    queryFn: ({ signal }) => readAuthenticator(api, { quiet: true, signal }),
  });
  const [typed, onTyped] = useState('');
  const usesCode = data?.enabled === true;
  return {
    usesCode,
    typed,
    onTyped,
    isComplete: usesCode ? isWholeCode(typed) : typed !== '',
    proof: usesCode ? { totp: typed } : { password: typed },
  };
}
