import { changePassword } from '@fairlot/client';
import type { AccountReference, NewPassword } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import { useWhileShown } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { FormPage } from '../../features/account/FormPage.tsx';
import { PasswordField } from '../../features/account/PasswordField.tsx';
import { NewPasswordFields } from '../../features/account/NewPasswordFields.tsx';
import { useAreas } from '../../features/account/areas.ts';
import { useNewPassword } from '../../features/account/new-password.ts';
import { useFieldRefusal } from '../../shared/forms/field-refusal.ts';
import type { FieldRefusal } from '../../shared/forms/field-refusal.ts';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { useCaptcha } from '../../features/account/use-captcha.ts';
import type { CaptchaState } from '../../features/account/use-captcha.ts';
import { RealOnly } from '../../shared/layout/RealOnly.tsx';
import { realtime, api } from '../../shared/services/services.ts';
import { useOwnUser } from '../../shared/services/own-user.ts';
import { renewToken, useSession } from '../../shared/session/session.ts';
import { endAtServer } from '../../shared/session/start-session.ts';
import { useText } from '../../shared/language/language.ts';

/** Changes the password of the signed-in user. */
export function PasswordScreen(): ReactNode {
  const t = useText();
  return (
    <RealOnly title={t('title.password')}>
      <PasswordForm />
    </RealOnly>
  );
}

const REFUSED_AT = { old_password_wrong: 'old' } as const;

function PasswordForm(): ReactNode {
  const t = useText();
  const captcha = useCaptcha();
  const form = useNewPassword();
  const [old, setOld] = useState('');
  const target = useOwnTarget();
  const refusal = useFieldRefusal(REFUSED_AT);
  const change = useChange({ old, ...form.values }, captcha, refusal);
  const [tried, setTried] = useState(false);
  return (
    <FormPage
      title={t('title.password')}
      lead={<p className="text-14 text-quiet">{t('password.lead')}</p>}
      onSubmit={() => {
        setTried(true);
        refusal.clear();
        if (form.isComplete && old !== '') change.mutate();
      }}
    >
      <PasswordField
        label={t('account.oldPassword')}
        kind="current"
        value={old}
        onValue={refusal.clearing(setOld)}
        error={refusal.at('old') ?? (tried && old === '' ? t('account.enterOldPassword') : undefined)}
      />
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

/** Recipient of the code: the user's email or mobile number. */
function useOwnTarget(): AccountReference {
  const user = useOwnUser();
  const { data: areas } = useAreas();
  const email = user?.email ?? '';
  if (email !== '') return { type: 'email', account: email, areaId: undefined };
  const mobile = user?.mobile ?? '';
  // Several areas share a calling code; the server resolves the number the same with any of them.
  const area = areas?.find(({ globalCode }) => mobile.startsWith(`+${globalCode}`));
  return { type: 'mobile', account: mobile, areaId: area?.id };
}

function useChange(
  values: NewPassword & { readonly old: string },
  captcha: CaptchaState,
  refusal: FieldRefusal<'old'>,
): ReturnType<typeof useMutation<void>> {
  const navigate = useNavigate();
  const whileShown = useWhileShown();
  const keyFor = useStableKey();
  return useMutation<void>({
    mutationFn: async () => {
      // The server notifies all sockets of the former session that it ended. This page's socket leaves it first, so
      // that the notice does not sign the user out.
      realtime.setToken(null);
      try {
        const options = { announce: true, quiet: true, key: keyFor(values) };
        const unused = await renewToken(() => changePassword(api, { ...values, ...captcha.fields() }, options));
        if (unused !== undefined) endAtServer(unused);
      } finally {
        realtime.setToken(useSession.getState().token);
      }
    },
    onSuccess: () => whileShown(() => void navigate('/user', { replace: true })),
    onError: refusal.take,
    onSettled: (_data, error) => captcha.after(error),
  });
}
