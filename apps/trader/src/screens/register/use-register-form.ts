import { register } from '@fairlot/client';
import type { Registration } from '@fairlot/client';
import { MIN_PASSWORD_LENGTH, SENT_CODE_LENGTH } from '@fairlot/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccountName } from '../../features/account/account-name.ts';
import type { AccountName } from '../../features/account/account-name.ts';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { useCaptcha } from '../../features/account/use-captcha.ts';
import { api } from '../../shared/services/services.ts';
import { startSession } from '../../shared/session/start-session.ts';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/language.ts';

/** Errors to show: none, those that block sending a code, or all. */
type Shown = 'none' | 'target' | 'all';

const NO_ERRORS = {
  account: undefined,
  area: undefined,
  password: undefined,
  again: undefined,
  code: undefined,
  consent: undefined,
};

/** State of the registration form: fields, errors and submission. */
export function useRegisterForm(invite: string) {
  const t = useText();
  const navigate = useNavigate();
  const keyFor = useStableKey();
  const name = useAccountName(true);
  const captcha = useCaptcha();
  const [shown, setShown] = useState<Shown>('none');
  const [values, setValues] = useState<Registration>({ password: '', again: '', code: '', invite, consent: false });
  const target = targetErrors(name, t);
  const rest = otherErrors(values, t);
  const send = useMutation({
    mutationFn: () => {
      const account = { type: name.type, account: name.account, areaId: name.area?.id };
      const given = { ...values, invite: values.invite.trim() };
      const options = { announce: true, key: keyFor([account, given]) };
      const registering = () => register(api, account, { ...given, ...captcha.fields() }, options);
      return startSession(registering, '/user', (path) => void navigate(path, { replace: true }));
    },
    onSettled: (_data, error) => captcha.after(error),
  });
  return {
    name,
    captcha,
    values,
    change: (change: Partial<Registration>) => setValues((now) => ({ ...now, ...change })),
    busy: send.isPending,
    errors: { ...NO_ERRORS, ...(shown === 'none' ? {} : target), ...(shown === 'all' ? rest : {}) },
    mayAskForCode: () => {
      if (shown === 'none') setShown('target');
      return isComplete(target);
    },
    submit: () => {
      setShown('all');
      if (isComplete(target) && isComplete(rest)) send.mutate();
    },
  };
}

/** Errors that block sending a code. */
function targetErrors({ type, account, area }: AccountName, t: Text) {
  return {
    account: account === '' ? t(type === 'mobile' ? 'account.enterMobile' : 'account.enterEmail') : undefined,
    area: area === undefined ? t('account.chooseArea') : undefined,
  };
}

function otherErrors({ password, again, code, consent }: Registration, t: Text) {
  const short = password.length < MIN_PASSWORD_LENGTH ? t('account.passwordHint') : undefined;
  const different = again === password ? undefined : t('account.inconsistent');
  return {
    password: password === '' ? t('account.enterPassword') : short,
    again: again === '' ? t('account.fillInAll') : different,
    code: code.length === SENT_CODE_LENGTH ? undefined : t('account.enterCode'),
    consent: consent ? undefined : t('register.consentMissing'),
  };
}

function isComplete(errors: object): boolean {
  return Object.values(errors).every((problem) => problem === undefined);
}
