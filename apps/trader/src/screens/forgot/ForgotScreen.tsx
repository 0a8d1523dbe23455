import { resetPassword } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { useWhileShown } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { AccountFields } from '../../features/account/AccountFields.tsx';
import { FormPage } from '../../features/account/FormPage.tsx';
import { NewPasswordFields } from '../../features/account/NewPasswordFields.tsx';
import { TextLink } from '../../features/account/TextLink.tsx';
import { useAccountName } from '../../features/account/account-name.ts';
import { useNewPassword } from '../../features/account/new-password.ts';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { useCaptcha } from '../../features/account/use-captcha.ts';
import { api } from '../../shared/services/services.ts';
import { useText } from '../../shared/language/language.ts';

/** Resets a forgotten password. */
export function ForgotScreen(): ReactNode {
  const t = useText();
  const name = useAccountName();
  const captcha = useCaptcha();
  const form = useNewPassword();
  const [shown, setShown] = useState<'none' | 'target' | 'all'>('none');
  const mobile = name.type === 'mobile';
  const accountError = name.account === '' ? t(mobile ? 'account.enterMobile' : 'account.enterEmail') : undefined;
  const areaError = mobile && name.area === undefined ? t('account.chooseArea') : undefined;
  const named = accountError === undefined && areaError === undefined;
  const reset = useReset(name, form.values, captcha);
  return (
    <FormPage
      title={t('title.forgot')}
      lead={<p className="text-14 text-quiet">{t('forgot.lead')}</p>}
      onSubmit={() => {
        setShown('all');
        if (named && form.isComplete) reset.mutate();
      }}
      after={
        <div className="text-center">
          <TextLink to="/login" replace>
            {t('account.toLogin')}
          </TextLink>
        </div>
      }
    >
      <AccountFields
        name={name}
        accountError={shown === 'none' ? undefined : accountError}
        areaError={shown === 'none' ? undefined : areaError}
      />
      <NewPasswordFields
        form={form}
        tried={shown === 'all'}
        captcha={captcha}
        target={{ type: name.type, account: name.account, areaId: name.area?.id }}
        mayAskForCode={() => {
          if (shown === 'none') setShown('target');
          return named;
        }}
      />
      <Button type="submit" wide busy={reset.isPending}>
        {t('forgot.submit')}
      </Button>
    </FormPage>
  );
}

function useReset(
  name: ReturnType<typeof useAccountName>,
  values: ReturnType<typeof useNewPassword>['values'],
  captcha: ReturnType<typeof useCaptcha>,
): ReturnType<typeof useMutation<void>> {
  const navigate = useNavigate();
  const whileShown = useWhileShown();
  const keyFor = useStableKey();
  return useMutation<void>({
    mutationFn: () => {
      const target = { type: name.type, account: name.account, areaId: name.area?.id };
      const options = { announce: true, key: keyFor([target, values]) };
      return resetPassword(api, target, { ...values, ...captcha.fields() }, options);
    },
    onSuccess: () => whileShown(() => void navigate('/login', { replace: true })),
    onSettled: (_data, error) => captcha.after(error),
  });
}
