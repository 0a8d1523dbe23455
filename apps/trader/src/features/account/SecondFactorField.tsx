import { codeDigits, isPasskeyCode } from '@fairlot/client';
import { AUTHENTICATOR_CODE_LENGTH, RECOVERY_CODE_LENGTH } from '@fairlot/contract';
import { TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { UsePasskey } from './UsePasskey.tsx';

/** Length of a recovery code as it is displayed: four groups with three separators. */
const MOST_TYPED = RECOVERY_CODE_LENGTH + 3;

/** True for a code from a passkey, and if the length fits an authenticator code or a recovery code. */
export function isWholeCode(digits: string): boolean {
  return isPasskeyCode(digits) || digits.length === AUTHENTICATOR_CODE_LENGTH || digits.length === RECOVERY_CODE_LENGTH;
}

export interface SecondFactorFieldProps {
  readonly value: string;
  readonly onValue: (digits: string) => void;
  /** Default: a label that asks for either kind of code. */
  readonly label?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** Accepts an authenticator code, a recovery code, or a passkey in place of one. */
export function SecondFactorField({ value, onValue, label, hint, error }: SecondFactorFieldProps): ReactNode {
  const t = useText();
  return (
    <div className="flex flex-col gap-2">
      {isPasskeyCode(value) ? (
        <output className="block rounded-control bg-brand-soft p-3 text-14 text-ink">
          {t('security.passkeyConfirmed')}
        </output>
      ) : (
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
      )}
      <UsePasskey onCode={onValue} />
    </div>
  );
}
