import { MIN_PASSWORD_LENGTH, SENT_CODE_LENGTH } from '@fairlot/contract';
import { useState } from 'react';
import { useText } from '../shared/text.ts';

interface Values {
  readonly password: string;
  readonly again: string;
  readonly code: string;
}

/** A new password, twice, and the code that goes with it. */
export function useNewPassword() {
  const t = useText();
  const [values, setValues] = useState<Values>({ password: '', again: '', code: '' });
  const { password, again, code } = values;
  const errors = {
    password:
      password === ''
        ? t('account.enterPassword')
        : password.length < MIN_PASSWORD_LENGTH
          ? t('account.passwordHint')
          : undefined,
    again: again === '' ? t('account.fillInAll') : again === password ? undefined : t('account.notEqual'),
    code: code.length === SENT_CODE_LENGTH ? undefined : t('account.enterCode'),
  };
  return {
    values,
    errors,
    isComplete: Object.values(errors).every((problem) => problem === undefined),
    change: (change: Partial<Values>) => setValues((now) => ({ ...now, ...change })),
  };
}

export type NewPassword = ReturnType<typeof useNewPassword>;
