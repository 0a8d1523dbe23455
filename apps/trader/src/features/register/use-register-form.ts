import { MIN_PASSWORD_LENGTH, SENT_CODE_LENGTH } from '@fairlot/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccountName } from '../../accounts/account-name.ts';
import { useStableKey } from '../../accounts/stable-key.ts';
import { useCaptcha } from '../../accounts/use-captcha.ts';
import { useApi } from '../../shared/services.ts';
import { signedIn } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';

interface Values {
  readonly password: string;
  readonly again: string;
  readonly code: string;
  readonly invite: string;
  readonly consent: boolean;
}

/** Which errors are shown: none, those that keep a code from being sent, or all. */
type Shown = 'none' | 'target' | 'all';

/** The fields of a registration, what is missing in them, and their way to the server. */
export function useRegisterForm(invite: string) {
  const t = useText();
  const api = useApi();
  const navigate = useNavigate();
  const keyFor = useStableKey();
  const name = useAccountName(true);
  const captcha = useCaptcha();
  const [shown, setShown] = useState<Shown>('none');
  const [values, setValues] = useState<Values>({ password: '', again: '', code: '', invite, consent: false });
  const target = {
    account: name.account === '' ? t(name.type === 'mobile' ? 'account.enterMobile' : 'account.enterEmail') : undefined,
    area: name.area === undefined ? t('account.chooseArea') : undefined,
  };
  const rest = {
    password:
      values.password === ''
        ? t('account.enterPassword')
        : values.password.length < MIN_PASSWORD_LENGTH
          ? t('account.passwordHint')
          : undefined,
    again:
      values.again === ''
        ? t('account.fillInAll')
        : values.again === values.password
          ? undefined
          : t('account.inconsistent'),
    code: values.code.length === SENT_CODE_LENGTH ? undefined : t('account.enterCode'),
    consent: values.consent ? undefined : t('register.consentMissing'),
  };
  const none = {
    account: undefined,
    area: undefined,
    password: undefined,
    again: undefined,
    code: undefined,
    consent: undefined,
  };
  const register = useMutation({
    mutationFn: () => {
      const input = {
        type: name.type,
        area_id: name.area?.id ?? '',
        account: name.account,
        password: values.password,
        re_password: values.again,
        sms_code: values.code,
        invite_code: values.invite.trim(),
        risk_consent: values.consent,
      };
      return api.call('register', { ...input, ...captcha.fields() }, { announce: true, key: keyFor(input) });
    },
    onSuccess: (answer) => {
      signedIn(answer);
      void navigate('/user', { replace: true });
    },
    onSettled: (_data, error) => captcha.after(error),
  });
  return {
    name,
    captcha,
    values,
    change: (change: Partial<Values>) => setValues((now) => ({ ...now, ...change })),
    busy: register.isPending,
    errors: { ...none, ...(shown === 'none' ? {} : target), ...(shown === 'all' ? rest : {}) },
    mayAskForCode: () => {
      if (shown === 'none') setShown('target');
      return isComplete(target);
    },
    submit: () => {
      setShown('all');
      if (isComplete(target) && isComplete(rest)) register.mutate();
    },
  };
}

function isComplete(errors: object): boolean {
  return Object.values(errors).every((problem) => problem === undefined);
}
