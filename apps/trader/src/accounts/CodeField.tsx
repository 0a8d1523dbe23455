import { codeDigits } from '@fairlot/client';
import { SENT_CODE_LENGTH } from '@fairlot/contract';
import { Button, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import { useCountdown } from './countdown.ts';
import { countdownName, useSendCode } from './send-code.ts';
import type { CodePurpose, CodeTarget } from './send-code.ts';
import type { CaptchaState } from './use-captcha.ts';

export interface CodeFieldProps {
  readonly purpose: CodePurpose;
  readonly target: CodeTarget;
  readonly captcha: CaptchaState;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Called instead of sending when it is not known yet to whom; true: nothing is missing. */
  readonly check: () => boolean;
}

/** A verification code and the button that sends one, which then rests for a minute. */
export function CodeField({ purpose, target, captcha, value, onValue, error, hint, check }: CodeFieldProps): ReactNode {
  const t = useText();
  const send = useSendCode(purpose, captcha);
  const left = useCountdown(countdownName(purpose, target));
  return (
    // Room for the blanks of a code that is pasted.
    <TextField
      label={t('account.code')}
      value={value}
      onValue={(text) => onValue(codeDigits(text).slice(0, SENT_CODE_LENGTH))}
      error={error}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={2 * SENT_CODE_LENGTH}
      dir="ltr"
      end={
        <Button
          kind="plain"
          busy={send.isPending}
          disabled={left > 0}
          onClick={() => {
            if (check()) send.mutate(target);
          }}
        >
          <span className="text-14 whitespace-nowrap">
            {left > 0 ? t('account.sendAgain', { seconds: left }) : t('account.sendCode')}
          </span>
        </Button>
      }
    />
  );
}
