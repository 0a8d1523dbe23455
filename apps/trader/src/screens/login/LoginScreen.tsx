import { CallError, signIn, signInToDemo } from '@fairlot/client';
import { AUTHENTICATOR_CODE_LENGTH } from '@fairlot/contract';
import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AccountFields } from '../../features/account/AccountFields.tsx';
import { CaptchaField } from '../../features/account/CaptchaField.tsx';
import { FormPage } from '../../features/account/FormPage.tsx';
import { PasswordField } from '../../features/account/PasswordField.tsx';
import { RiskWarning } from '../../features/account/RiskWarning.tsx';
import { SecondFactorField } from '../../features/account/SecondFactorField.tsx';
import { TextLink } from '../../features/account/TextLink.tsx';
import { useAccountName } from '../../features/account/account-name.ts';
import { useCaptcha } from '../../features/account/use-captcha.ts';
import { returnPath } from '../../shared/session/return-path.ts';
import { api } from '../../shared/services/services.ts';
import { startSession, useSession } from '../../shared/session/session.ts';
import { useSite } from '../../shared/site/site.ts';
import { useText } from '../../shared/language/language.ts';

/** Signs in to a real account, or to this device's demo account. */
export function LoginScreen(): ReactNode {
  const t = useText();
  const [query] = useSearchParams();
  const from = query.get('from');
  const next = returnPath(from);
  const title = useSite()?.title ?? 'Fairlot';
  const form = useLoginForm(next);
  const demo = useDemoSignIn(next);
  return (
    <FormPage
      title={t('title.login')}
      onSubmit={form.submit}
      lead={
        <div className="flex flex-col items-center gap-3 text-center">
          <img src="/icons/icon.svg" alt="" width="56" height="56" />
          <p className="text-20 font-semibold">{title}</p>
          {from === null ? null : <p className="text-14 text-quiet">{t('login.continueTo')}</p>}
        </div>
      }
      after={
        <>
          <p className="flex items-center gap-3 text-12 text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t('login.or')}
          </p>
          <section className="rounded-surface border border-line bg-surface p-4">
            <Button kind="secondary" wide busy={demo.isPending} onClick={() => demo.mutate()}>
              {t('login.demo')}
            </Button>
            <p className="mt-3 text-14 text-quiet">{t('login.demoLead')}</p>
          </section>
          <RiskWarning />
        </>
      }
    >
      <AccountFields name={form.name} accountError={form.errors.account} areaError={form.errors.area} />
      <PasswordField
        label={t('account.password')}
        kind="current"
        value={form.password}
        onValue={form.setPassword}
        error={form.errors.password}
      />
      {form.totpAsked ? (
        <div>
          <SecondFactorField
            label={t('login.totp')}
            hint={t('login.totpHint')}
            value={form.totp}
            onValue={form.setTotp}
            error={form.errors.totp}
          />
          <div className="-mx-2">
            <TextLink to="/lost-authenticator">{t('login.lost')}</TextLink>
          </div>
        </div>
      ) : null}
      <CaptchaField captcha={form.captcha} />
      {form.isClosing ? (
        <p className="rounded-control bg-notice-soft p-3 text-14 text-notice">{t('login.closing')}</p>
      ) : null}
      <Button type="submit" wide busy={form.busy}>
        {t(form.isClosing ? 'login.keep' : 'login.submit')}
      </Button>
      <div className="-mx-2 flex flex-wrap justify-between">
        <TextLink to="/register">{t('login.register')}</TextLink>
        <TextLink to="/forgot">{t('login.forgot')}</TextLink>
      </div>
    </FormPage>
  );
}

/** State of the sign-in form: fields, errors and submission. */
function useLoginForm(next: string) {
  const t = useText();
  const navigate = useNavigate();
  const name = useAccountName();
  const captcha = useCaptcha();
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const [totpAsked, setTotpAsked] = useState(false);
  const [tried, setTried] = useState(false);
  // The account that is being closed, so that typing another one does not offer to keep it.
  const [closing, setClosing] = useState<string>();
  const isClosing = closing === name.account;
  const mobile = name.type === 'mobile';
  const missing = {
    account: name.account === '' ? t(mobile ? 'account.enterMobile' : 'account.enterEmail') : undefined,
    area: mobile && name.area === undefined ? t('account.chooseArea') : undefined,
    password: password === '' ? t('account.enterPassword') : undefined,
    totp: totpAsked && totp.length < AUTHENTICATOR_CODE_LENGTH ? t('login.enterTotp') : undefined,
  };
  const send = useMutation({
    mutationFn: () =>
      signIn(
        api,
        { type: name.type, account: name.account, areaId: name.area?.id },
        { password, totp: totpAsked ? totp : undefined, reopen: isClosing, ...captcha.fields() },
        {},
      ),
    onSuccess: (session) => {
      startSession(session);
      void navigate(next, { replace: true });
    },
    onError: (error) => {
      if (error instanceof CallError && error.reason === 'totp_required') {
        setTried(false);
        setTotpAsked(true);
      }
      if (error instanceof CallError && error.reason === 'account_closing') setClosing(name.account);
      setTotp('');
    },
    onSettled: (_data, error) => captcha.after(error),
  });
  return {
    name,
    captcha,
    password,
    setPassword,
    totp,
    setTotp,
    totpAsked,
    isClosing,
    busy: send.isPending,
    errors: tried ? missing : { account: undefined, area: undefined, password: undefined, totp: undefined },
    submit: () => {
      setTried(true);
      if (Object.values(missing).every((problem) => problem === undefined)) send.mutate();
    },
  };
}

function useDemoSignIn(next: string): ReturnType<typeof useMutation<void>> {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const { demoId } = useSession.getState();
      startSession(await signInToDemo(api, demoId, {}));
    },
    onError: (error) => {
      // The next attempt opens a new account.
      if (error instanceof CallError && error.reason === 'demo_retired') useSession.setState({ demoId: null });
    },
    onSuccess: () => void navigate(next, { replace: true }),
  });
}
