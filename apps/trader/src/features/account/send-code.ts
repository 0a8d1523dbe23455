import { CallError, sendCode } from '@fairlot/client';
import type { AccountReference, CodePurpose } from '@fairlot/client';
import { SEND_CODE_COUNTDOWN_S } from '@fairlot/contract';
import { useMutation } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { api } from '../../shared/services/services.ts';
import { startCountdown } from './countdown.ts';
import type { CaptchaState } from './use-captcha.ts';

/** Name of a target's countdown. Each target has its own, so a code can be sent to another one at once. */
export function countdownName(purpose: CodePurpose, { type, account, areaId }: AccountReference): string {
  return `${purpose} ${type} ${type === 'mobile' ? String(areaId) : ''} ${account.toLowerCase()}`;
}

/**
 * Sends a verification code and shows the server's message. The button's countdown lasts as long as the server demands.
 */
export function useSendCode(
  purpose: CodePurpose,
  captcha: CaptchaState,
): UseMutationResult<void, Error, AccountReference> {
  return useMutation({
    mutationFn: (target: AccountReference) => sendCode(api, purpose, target, captcha.fields(), { announce: true }),
    onSuccess: (_data, target) => startCountdown(countdownName(purpose, target), SEND_CODE_COUNTDOWN_S),
    onError: (error, target) => {
      if (error instanceof CallError && error.reason === 'code_too_soon')
        startCountdown(countdownName(purpose, target), Number(error.detail['seconds'] ?? SEND_CODE_COUNTDOWN_S));
    },
    onSettled: (_data, error) => captcha.after(error),
  });
}
