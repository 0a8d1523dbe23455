import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@fairlot/contract';
import { IconButton, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

export interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Sets `autocomplete` for password managers. */
  readonly kind: 'current' | 'new';
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** A password with a button that shows or hides it. */
export function PasswordField({ label, value, onValue, kind, hint, error }: PasswordFieldProps): ReactNode {
  const t = useText();
  const [shown, setShown] = useState(false);
  // Told instead of cut: a pasted password that loses its end would open the account here and nowhere else.
  const tooLong =
    value.length > MAX_PASSWORD_LENGTH
      ? t('account.passwordLength', { least: MIN_PASSWORD_LENGTH, most: MAX_PASSWORD_LENGTH })
      : undefined;
  return (
    <TextField
      label={label}
      value={value}
      onValue={onValue}
      hint={hint}
      error={error ?? tooLong}
      type={shown ? 'text' : 'password'}
      dir="auto"
      autoComplete={kind === 'current' ? 'current-password' : 'new-password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          quiet
          icon={shown ? 'eyeOff' : 'eye'}
          label={t(shown ? 'account.hidePassword' : 'account.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
