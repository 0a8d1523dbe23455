import { latinDigits } from '@fairlot/client';
import { Button, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { AccountFields } from '../../features/account/AccountFields.tsx';
import { CaptchaField } from '../../features/account/CaptchaField.tsx';
import { CodeField } from '../../features/account/CodeField.tsx';
import { FormPage } from '../../features/account/FormPage.tsx';
import { PasswordField } from '../../features/account/PasswordField.tsx';
import { RiskWarning } from '../../features/account/RiskWarning.tsx';
import { TextLink } from '../../features/account/TextLink.tsx';
import { useText } from '../../shared/language/language.ts';
import { useRegisterForm } from './use-register-form.ts';

/** Registers a real account. */
export function RegisterScreen(): ReactNode {
  const t = useText();
  const [query] = useSearchParams();
  const form = useRegisterForm(query.get('invite_code') ?? '');
  const { name, values, change, errors } = form;
  return (
    <FormPage
      title={t('title.register')}
      onSubmit={form.submit}
      lead={<p className="text-14 text-quiet">{t('register.lead')}</p>}
      after={
        <div className="text-center">
          <TextLink to="/login" replace>
            {t('register.haveAccount')}
          </TextLink>
        </div>
      }
    >
      <AccountFields name={name} withArea accountError={errors.account} areaError={errors.area} />
      <PasswordField
        label={t('account.password')}
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
      <CaptchaField captcha={form.captcha} />
      <CodeField
        purpose="register"
        target={{ type: name.type, account: name.account, areaId: name.area?.id }}
        captcha={form.captcha}
        check={form.mayAskForCode}
        value={values.code}
        onValue={(code) => change({ code })}
        error={errors.code}
      />
      <TextField
        label={t('register.invite')}
        placeholder={t('register.enterInvite')}
        hint={t('register.inviteHint')}
        value={values.invite}
        onValue={(invite) => change({ invite: latinDigits(invite) })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        dir="ltr"
      />
      <Consent given={values.consent} error={errors.consent} onGiven={(consent) => change({ consent })} />
      <Button type="submit" wide busy={form.busy}>
        {t('register.submit')}
      </Button>
    </FormPage>
  );
}

/** The risk warning with a checkbox that must be ticked. */
function Consent({
  given,
  error,
  onGiven,
}: {
  readonly given: boolean;
  readonly error: string | undefined;
  readonly onGiven: (given: boolean) => void;
}): ReactNode {
  const t = useText();
  return (
    <RiskWarning>
      <label className="mt-2 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={given}
          onChange={(event) => onGiven(event.target.checked)}
          aria-describedby={error === undefined ? undefined : 'consent-note'}
          className="tick size-5 shrink-0"
        />
        <span className="font-medium">{t('register.consent')}</span>
      </label>
      {error === undefined ? null : (
        <p id="consent-note" className="text-12 text-critical">
          {error}
        </p>
      )}
    </RiskWarning>
  );
}
