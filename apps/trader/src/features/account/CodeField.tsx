import type { AccountReference, CodePurpose } from '@fairlot/client';
import { codeDigits } from '@fairlot/client';
import { SENT_CODE_LENGTH } from '@fairlot/contract';
import { Button, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { useCountdown } from './countdown.ts';
import { countdownName, useSendCode } from './send-code.ts';
import type { CaptchaState } from './use-captcha.ts';

export interface CodeFieldProps {
  readonly purpose: CodePurpose;
  readonly target: AccountReference;
  readonly captcha: CaptchaState;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Validates the target before sending. False: it is incomplete, nothing is sent. */
  readonly check: () => boolean;
}

/** A verification code with its send button, which is disabled for a minute after sending. */
export function CodeField({ purpose, target, captcha, value, onValue, error, hint, check }: CodeFieldProps): ReactNode {
  const t = useText();
  const send = useSendCode(purpose, captcha);
  const left = useCountdown(countdownName(purpose, target));
  return (
    // The length leaves room for the spaces of a pasted code.
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
