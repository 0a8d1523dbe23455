import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { PasswordField } from './PasswordField.tsx';
import { SecondFactorField } from './SecondFactorField.tsx';
import type { OwnerProofForm } from './owner-proof.ts';

export interface OwnerProofFieldProps {
  readonly form: OwnerProofForm;
  /** Shows a missing proof as an error. */
  readonly tried: boolean;
  /** The server's refusal of the proof. */
  readonly refused?: string | undefined;
}

/** Asks for a code where the user has a second factor, otherwise for the password. */
export function OwnerProofField({ form, tried, refused }: OwnerProofFieldProps): ReactNode {
  const t = useText();
  const { usesCode, typed, onTyped, isComplete } = form;
  const isMissing = tried && !isComplete;
  // The refused proof is cleared; a new one is not refused yet.
  const refusal = typed === '' ? refused : undefined;
  return usesCode ? (
    <SecondFactorField
      value={typed}
      onValue={onTyped}
      hint={t('draw.proofHint')}
      error={refusal ?? (isMissing ? t('login.enterTotp') : undefined)}
    />
  ) : (
    <PasswordField
      label={t('account.password')}
      kind="current"
      value={typed}
      onValue={onTyped}
      hint={t('draw.proofHint')}
      error={refusal ?? (isMissing ? t('account.enterPassword') : undefined)}
    />
  );
}
