import type { NewPassword } from '@fairlot/client';
import { MIN_PASSWORD_LENGTH, SENT_CODE_LENGTH } from '@fairlot/contract';
import { useState } from 'react';
import { useText } from '../../shared/language/language.ts';

/** State of a form with a new password, its repetition and the verification code. */
export function useNewPassword() {
  const t = useText();
  const [values, setValues] = useState<NewPassword>({ password: '', again: '', code: '' });
  const { password, again, code } = values;
  const errors = {
    password:
      password === ''
        ? t('account.fillInAll')
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
    change: (change: Partial<NewPassword>) => setValues((now) => ({ ...now, ...change })),
  };
}

export type NewPasswordForm = ReturnType<typeof useNewPassword>;
