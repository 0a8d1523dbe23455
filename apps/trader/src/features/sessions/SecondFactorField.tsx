import { codeDigits } from '@fairlot/client';
import { TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/text.ts';

const CODE_DIGITS = 6;
const RECOVERY_DIGITS = 20;
/** As it is shown: four groups and what is between them. */
const RECOVERY_LENGTH = 23;

/** Whether it is as long as a code of the app or a recovery code. */
export function isWholeCode(digits: string): boolean {
  return digits.length === CODE_DIGITS || digits.length === RECOVERY_DIGITS;
}

/** A code of the authenticator app, or a recovery code in its place. */
export function SecondFactorField({ value, onValue }: { readonly value: string; readonly onValue: (digits: string) => void }): ReactNode {
  const t = useText();
  return (
    <TextField
      label={t('security.codeOrRecovery')} value={value} onValue={(text) => onValue(codeDigits(text))}
      inputMode="numeric" autoComplete="one-time-code" maxLength={RECOVERY_LENGTH} dir="ltr"
    />
  );
}
