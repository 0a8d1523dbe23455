import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { PasswordField } from './PasswordField.tsx';
import { SecondFactorField } from './SecondFactorField.tsx';
import type { OwnerProofForm } from './owner-proof.ts';

export interface OwnerProofFieldProps {
  readonly form: OwnerProofForm;
  /** Shows a missing proof as an error. */
  readonly tried: boolean;
}

/** Asks for a code where the user has an authenticator, otherwise for the password. */
export function OwnerProofField({ form, tried }: OwnerProofFieldProps): ReactNode {
  const t = useText();
  const { usesCode, typed, onTyped, isComplete } = form;
  const isMissing = tried && !isComplete;
  return usesCode ? (
    <SecondFactorField
      value={typed}
      onValue={onTyped}
      hint={t('draw.proofHint')}
      error={isMissing ? t('login.enterTotp') : undefined}
    />
  ) : (
    <PasswordField
      label={t('account.password')}
      kind="current"
      value={typed}
      onValue={onTyped}
      hint={t('draw.proofHint')}
      error={isMissing ? t('account.enterPassword') : undefined}
    />
  );
}
