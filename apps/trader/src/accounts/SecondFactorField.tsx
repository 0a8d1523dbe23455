import { codeDigits } from '@fairlot/client';
import { AUTHENTICATOR_CODE_LENGTH, RECOVERY_CODE_LENGTH } from '@fairlot/contract';
import { TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';

/** A recovery code as it is shown: four groups and what is between them. */
const MOST_TYPED = RECOVERY_CODE_LENGTH + 3;

/** Whether it is as long as a code of the app or a recovery code. */
export function isWholeCode(digits: string): boolean {
  return digits.length === AUTHENTICATOR_CODE_LENGTH || digits.length === RECOVERY_CODE_LENGTH;
}

export interface SecondFactorFieldProps {
  readonly value: string;
  readonly onValue: (digits: string) => void;
  /** Default: that either kind of code is wanted. */
  readonly label?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** A code of the authenticator app, or a recovery code in its place. */
export function SecondFactorField({ value, onValue, label, hint, error }: SecondFactorFieldProps): ReactNode {
  const t = useText();
  return (
    <TextField
      label={label ?? t('security.codeOrRecovery')}
      hint={hint}
      value={value}
      onValue={(text) => onValue(codeDigits(text))}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={MOST_TYPED}
      dir="ltr"
    />
  );
}
