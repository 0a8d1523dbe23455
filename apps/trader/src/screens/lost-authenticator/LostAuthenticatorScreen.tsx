import { askFactorReset } from '@fairlot/client';
import type { FactorReset } from '@fairlot/client';
import { SENT_CODE_LENGTH } from '@fairlot/contract';
import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { AccountFields } from '../../features/account/AccountFields.tsx';
import { CaptchaField } from '../../features/account/CaptchaField.tsx';
import { CodeField } from '../../features/account/CodeField.tsx';
import { FormPage } from '../../features/account/FormPage.tsx';
import { PasswordField } from '../../features/account/PasswordField.tsx';
import { TextLink } from '../../features/account/TextLink.tsx';
import { useAccountName } from '../../features/account/account-name.ts';
import { useCaptcha } from '../../features/account/use-captcha.ts';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

/** Asks for the removal of an authenticator that was lost together with all recovery codes. */
export function LostAuthenticatorScreen(): ReactNode {
  const t = useText();
  const form = useLostForm();
  return (
    <FormPage
      title={t('title.lostAuthenticator')}
      onSubmit={form.submit}
      lead={form.asked === undefined ? <p className="text-14 text-quiet">{t('lost.lead')}</p> : null}
      after={
        <div className="text-center">
          <TextLink to="/login" replace>
            {t('account.toLogin')}
          </TextLink>
        </div>
      }
    >
      {form.asked === undefined ? <Fields form={form} /> : <Asked reset={form.asked} />}
    </FormPage>
  );
}

function Fields({ form }: { readonly form: ReturnType<typeof useLostForm> }): ReactNode {
  const t = useText();
  const { name, errors, captcha } = form;
  return (
    <>
      <AccountFields name={name} accountError={errors.account} areaError={errors.area} />
      <PasswordField
        label={t('account.password')}
        kind="current"
        value={form.password}
        onValue={form.setPassword}
        error={errors.password}
      />
      <CaptchaField captcha={captcha} />
      <CodeField
        purpose="factor"
        target={form.target}
        captcha={captcha}
        check={form.mayAskForCode}
        value={form.code}
        onValue={form.setCode}
        error={errors.code}
      />
      <Button type="submit" wide busy={form.busy}>
        {t('lost.submit')}
      </Button>
    </>
  );
}

/** The state of the request: under review, or approved and waiting. */
function Asked({ reset }: { readonly reset: FactorReset }): ReactNode {
  const t = useText();
  const times = useTimes();
  const { effectiveAt } = reset;
  return (
    <output className="flex flex-col gap-2">
      <span className="text-16 font-semibold">{t('lost.asked')}</span>
      <span className="text-14 text-quiet">
        {effectiveAt === null
          ? t('lost.askedText', { time: times.dateTime(reset.askedAt) })
          : t('lost.removedAt', { time: times.dateTime(effectiveAt) })}
      </span>
      <span className="text-14 text-quiet">{t('lost.stop')}</span>
    </output>
  );
}

/** State of the form: fields, errors, and the open request after it was sent. */
function useLostForm() {
  const t = useText();
  const name = useAccountName();
  const captcha = useCaptcha();
  const keyFor = useStableKey();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [shown, setShown] = useState<'none' | 'target' | 'all'>('none');
  const mobile = name.type === 'mobile';
  const target = { type: name.type, account: name.account, areaId: name.area?.id };
  const missing = {
    account: name.account === '' ? t(mobile ? 'account.enterMobile' : 'account.enterEmail') : undefined,
    area: mobile && name.area === undefined ? t('account.chooseArea') : undefined,
    password: password === '' ? t('account.enterPassword') : undefined,
    code: code.length < SENT_CODE_LENGTH ? t('account.enterCode') : undefined,
  };
  const isNamed = missing.account === undefined && missing.area === undefined;
  const send = useMutation({
    mutationFn: () =>
      askFactorReset(api, target, { password, code, ...captcha.fields() }, { key: keyFor([target, password, code]) }),
    onSettled: (_data, error) => captcha.after(error),
  });
  const none = { account: undefined, area: undefined, password: undefined, code: undefined };
  return {
    name,
    captcha,
    target,
    password,
    setPassword,
    code,
    setCode,
    errors:
      shown === 'all' ? missing : shown === 'target' ? { ...none, account: missing.account, area: missing.area } : none,
    busy: send.isPending,
    asked: send.data,
    mayAskForCode: () => {
      if (shown === 'none') setShown('target');
      return isNamed;
    },
    submit: () => {
      setShown('all');
      if (Object.values(missing).every((problem) => problem === undefined)) send.mutate();
    },
  };
}
