import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { AccountFields } from '../../accounts/AccountFields.tsx';
import { FormPage } from '../../accounts/FormPage.tsx';
import { NewPasswordFields } from '../../accounts/NewPasswordFields.tsx';
import { TextLink } from '../../accounts/TextLink.tsx';
import { useAccountName } from '../../accounts/account-name.ts';
import { useNewPassword } from '../../accounts/new-password.ts';
import { useStableKey } from '../../accounts/stable-key.ts';
import { useCaptcha } from '../../accounts/use-captcha.ts';
import { useApi } from '../../shared/services.ts';
import { useText } from '../../shared/text.ts';

/** A new password for somebody who forgot the old one. */
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
): ReturnType<typeof useMutation<object>> {
  const api = useApi();
  const navigate = useNavigate();
  const keyFor = useStableKey();
  return useMutation<object>({
    mutationFn: () => {
      const input = {
        type: name.type,
        account: name.account,
        area_id: name.area?.id ?? '',
        new_password: values.password,
        secondary_password: values.again,
        auth_code: values.code,
      };
      return api.call('forgetPassword', { ...input, ...captcha.fields() }, { announce: true, key: keyFor(input) });
    },
    onSuccess: () => void navigate('/login', { replace: true }),
    onSettled: (_data, error) => captcha.after(error),
  });
}
