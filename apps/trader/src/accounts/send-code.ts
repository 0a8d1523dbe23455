import { CallError } from '@fairlot/client';
import type { AccountType } from '@fairlot/contract';
import { SEND_CODE_COUNTDOWN_S } from '@fairlot/contract';
import { useMutation } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { useApi } from '../shared/services.ts';
import { startCountdown } from './countdown.ts';
import type { CaptchaState } from './use-captcha.ts';

/** What a code is for. */
export type CodePurpose = 'register' | 'reset';

/** Where a code goes. */
export interface CodeTarget {
  readonly type: AccountType;
  readonly account: string;
  readonly areaId: number | undefined;
}

/** Name of the countdown of a target's button: another target may be sent a code at once. */
export function countdownName(purpose: CodePurpose, { type, account, areaId }: CodeTarget): string {
  return `${purpose} ${type} ${type === 'mobile' ? String(areaId) : ''} ${account.toLowerCase()}`;
}

/** Sends a code. The server's words are shown; the button rests for as long as the server wants it to. */
export function useSendCode(purpose: CodePurpose, captcha: CaptchaState): UseMutationResult<void, Error, CodeTarget> {
  const api = useApi();
  const type = purpose === 'register' ? 1 : 2;
  return useMutation({
    mutationFn: async ({ type: way, account, areaId }: CodeTarget) => {
      if (way === 'email') await api.call('sendEmail', { to: account, type, ...captcha.fields() }, { announce: true });
      else
        await api.call(
          'sendSms',
          { to: account, area_id: areaId ?? '', type, ...captcha.fields() },
          { announce: true },
        );
    },
    onSuccess: (_data, target) => startCountdown(countdownName(purpose, target), SEND_CODE_COUNTDOWN_S),
    onError: (error, target) => {
      if (error instanceof CallError && error.reason === 'code_too_soon')
        startCountdown(countdownName(purpose, target), Number(error.detail['seconds'] ?? SEND_CODE_COUNTDOWN_S));
    },
    onSettled: (_data, error) => captcha.after(error),
  });
}
