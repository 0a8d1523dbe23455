import { CallError, signIn } from '@fairlot/client';
import type { SignedIn } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AccountFields } from '../../features/account/AccountFields.tsx';
import { CaptchaField } from '../../features/account/CaptchaField.tsx';
import { FormPage } from '../../features/account/FormPage.tsx';
import { PasskeySignIn } from '../../features/account/PasskeySignIn.tsx';
import { PasswordField } from '../../features/account/PasswordField.tsx';
import { RiskWarning } from '../../features/account/RiskWarning.tsx';
import { SecondFactorField, isWholeCode } from '../../features/account/SecondFactorField.tsx';
import { TextLink } from '../../features/account/TextLink.tsx';
import { useDemoSignIn } from '../../features/first-minute/demo-sign-in.ts';
import { useAccountName } from '../../features/account/account-name.ts';
import { useCaptcha } from '../../features/account/use-captcha.ts';
import { returnPath } from '../../shared/session/return-path.ts';
import { useFieldRefusal } from '../../shared/forms/field-refusal.ts';
import { api } from '../../shared/services/services.ts';
import { keptSession, startSession, takeKept } from '../../shared/session/start-session.ts';
import { useSite } from '../../shared/site/site.ts';
import { useText } from '../../shared/language/language.ts';

/** Reasons after which a sign-in needs a code. */
const ASKS_CODE: ReadonlySet<string> = new Set(['totp_required', 'passkey_required']);

/** Signs in to a real account, or to this device's demo account. */
export function LoginScreen(): ReactNode {
  const t = useText();
  const [query] = useSearchParams();
  const from = query.get('from');
  const next = returnPath(from);
  const form = useLoginForm(next);
  const demo = useDemoSignIn(next);
  return (
    <FormPage
      title={t('title.login')}
      onSubmit={form.submit}
      lead={<Lead returns={from !== null} />}
      after={
        <>
          <ToReal />
          <p className="flex items-center gap-3 text-12 text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t('login.or')}
          </p>
          <PasskeySignIn enter={form.enter} />
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
      <AccountFields withPasskeys name={form.name} accountError={form.errors.account} areaError={form.errors.area} />
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

const REFUSED_AT = { login_failed: 'password', totp_invalid: 'totp' } as const;

function Lead({ returns }: { readonly returns: boolean }): ReactNode {
  const t = useText();
  const title = useSite()?.title ?? 'Fairlot';
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <img src="/icons/icon.svg" alt="" width="56" height="56" />
      <p className="text-20 font-semibold">{title}</p>
      {returns ? <p className="text-14 text-quiet">{t('login.continueTo')}</p> : null}
    </div>
  );
}

/** Leads to the real account whose session this device keeps. */
function ToReal(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  if (keptSession()?.user.isDemo !== false) return null;
  return (
    <Button kind="secondary" wide onClick={() => takeKept('/user', (path) => void navigate(path, { replace: true }))}>
      {t('user.toReal')}
    </Button>
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
  const refusal = useFieldRefusal(REFUSED_AT);
  const mobile = name.type === 'mobile';
  const missing = {
    account: name.account === '' ? t(mobile ? 'account.enterMobile' : 'account.enterEmail') : undefined,
    area: mobile && name.area === undefined ? t('account.chooseArea') : undefined,
    password: password === '' ? t('account.enterPassword') : undefined,
    totp: totpAsked && !isWholeCode(totp) ? t('login.enterTotp') : undefined,
  };
  const enter = (ask: () => Promise<SignedIn>): Promise<void> =>
    startSession(ask, next, (path) => void navigate(path, { replace: true }));
  const send = useMutation({
    mutationFn: () =>
      enter(() =>
        signIn(
          api,
          { type: name.type, account: name.account, areaId: name.area?.id },
          { password, totp: totpAsked ? totp : undefined, reopen: isClosing, ...captcha.fields() },
          { quiet: true },
        ),
      ),
    onError: (error) => {
      refusal.take(error);
      if (error instanceof CallError && ASKS_CODE.has(error.reason ?? '')) {
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
    setPassword: refusal.clearing(setPassword),
    totp,
    setTotp: refusal.clearing(setTotp),
    totpAsked,
    isClosing,
    enter,
    busy: send.isPending,
    errors: {
      account: tried ? missing.account : undefined,
      area: tried ? missing.area : undefined,
      password: refusal.at('password') ?? (tried ? missing.password : undefined),
      totp: refusal.at('totp') ?? (tried ? missing.totp : undefined),
    },
    submit: () => {
      setTried(true);
      refusal.clear();
      if (Object.values(missing).every((problem) => problem === undefined)) send.mutate();
    },
  };
}
