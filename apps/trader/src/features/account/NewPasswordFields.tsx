import type { AccountReference } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { CaptchaField } from './CaptchaField.tsx';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';
import type { NewPasswordForm } from './new-password.ts';
import type { CaptchaState } from './use-captcha.ts';

export interface NewPasswordFieldsProps {
  readonly form: NewPasswordForm;
  /** Shows the errors; true after the first attempt to submit. */
  readonly tried: boolean;
  readonly captcha: CaptchaState;
  readonly target: AccountReference;
  readonly codeHint?: string | undefined;
  readonly mayAskForCode: () => boolean;
}

/** New password, its repetition and the verification code. */
export function NewPasswordFields({
  form,
  tried,
  captcha,
  target,
  codeHint,
  mayAskForCode,
}: NewPasswordFieldsProps): ReactNode {
  const t = useText();
  const { values, change } = form;
  const errors = tried ? form.errors : { password: undefined, again: undefined, code: undefined };
  return (
    <>
      <PasswordField
        label={t('account.newPassword')}
        kind="new"
        hint={t('account.passwordHint')}
        value={values.password}
        onValue={(password) => change({ password })}
        error={errors.password}
      />
      <PasswordField
        label={t('account.repeatPassword')}
        kind="new"
        value={values.again}
        onValue={(again) => change({ again })}
        error={errors.again}
      />
      <CaptchaField captcha={captcha} />
      <CodeField
        purpose="reset"
        target={target}
        captcha={captcha}
        check={mayAskForCode}
        hint={codeHint}
        value={values.code}
        onValue={(code) => change({ code })}
        error={errors.code}
      />
    </>
  );
}
