import { isolate } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { FormPage } from '../../accounts/FormPage.tsx';
import { NewPasswordFields } from '../../accounts/NewPasswordFields.tsx';
import { useAreas } from '../../accounts/areas.ts';
import { useNewPassword } from '../../accounts/new-password.ts';
import type { CodeTarget } from '../../accounts/send-code.ts';
import { useStableKey } from '../../accounts/stable-key.ts';
import { useCaptcha } from '../../accounts/use-captcha.ts';
import type { CaptchaState } from '../../accounts/use-captcha.ts';
import { RealOnly } from '../../shared/RealOnly.tsx';
import { realtime, useApi } from '../../shared/services.ts';
import { tokenChanged, useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';

/** A new password for somebody who is signed in. */
export function PasswordScreen(): ReactNode {
  const t = useText();
  return (
    <RealOnly title={t('title.password')}>
      <PasswordForm />
    </RealOnly>
  );
}

function PasswordForm(): ReactNode {
  const t = useText();
  const captcha = useCaptcha();
  const form = useNewPassword();
  const target = useOwnTarget();
  const change = useChange(form.values, captcha);
  const [tried, setTried] = useState(false);
  return (
    <FormPage
      title={t('title.password')}
      lead={<p className="text-14 text-quiet">{t('password.lead')}</p>}
      onSubmit={() => {
        setTried(true);
        if (form.isComplete) change.mutate();
      }}
    >
      <NewPasswordFields
        form={form}
        tried={tried}
        captcha={captcha}
        target={target}
        mayAskForCode={() => true}
        codeHint={t('account.sentTo', { target: isolate(target.account) })}
      />
      <Button type="submit" wide busy={change.isPending}>
        {t('password.submit')}
      </Button>
    </FormPage>
  );
}

/** Where the code goes: to the user's own email or number. */
function useOwnTarget(): CodeTarget {
  const user = useSession((session) => session.user);
  const { data: areas } = useAreas();
  const email = user?.email ?? '';
  if (email !== '') return { type: 'email', account: email, areaId: undefined };
  const mobile = user?.mobile ?? '';
  // Any area with the number's calling code reads the number alike.
  const area = areas?.find(({ global_code }) => mobile.startsWith(`+${global_code}`));
  return { type: 'mobile', account: mobile, areaId: area?.id };
}

function useChange(
  values: ReturnType<typeof useNewPassword>['values'],
  captcha: CaptchaState,
): ReturnType<typeof useMutation<void>> {
  const api = useApi();
  const navigate = useNavigate();
  const keyFor = useStableKey();
  return useMutation<void>({
    mutationFn: async () => {
      const input = { new_password: values.password, secondary_password: values.again, auth_code: values.code };
      // Every socket of the former session is told that it has ended; ours leaves before, so that it does not sign anybody out.
      realtime.setToken(null);
      try {
        tokenChanged(
          (await api.call('amendPassword', { ...input, ...captcha.fields() }, { announce: true, key: keyFor(input) }))
            .token,
        );
      } finally {
        realtime.setToken(useSession.getState().token);
      }
    },
    onSuccess: () => void navigate('/user', { replace: true }),
    onSettled: (_data, error) => captcha.after(error),
  });
}
