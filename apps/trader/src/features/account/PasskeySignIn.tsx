import { CallError, signInWithPasskey } from '@fairlot/client';
import type { PasskeyAnswer, SignedIn } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';
import { askPasskey, endOffer, hasPasskeys, isDismissed, offerPasskeys } from './passkey.ts';

interface PasskeySignInProps {
  /** Sends the sign-in and takes its session. */
  readonly enter: (send: () => Promise<SignedIn>) => Promise<void>;
}

/** Signs in with a passkey: by a button, or by the browser's own offer at the field of the account. */
export function PasskeySignIn({ enter }: PasskeySignInProps): ReactNode {
  const t = useText();
  const [isClosing, setIsClosing] = useState(false);
  const send = useMutation({
    mutationFn: async (offered: PasskeyAnswer | undefined) => {
      const answer = offered ?? (await askPasskey());
      await enter(() => signInWithPasskey(api, answer, isClosing, {}));
    },
    onError: (error) => {
      if (error instanceof CallError && error.reason === 'account_closing') setIsClosing(true);
      if (!(error instanceof CallError) && !isDismissed(error)) showToast(t('security.passkeyFailed'), 'error');
    },
  });
  const { mutate } = send;
  useEffect(() => {
    if (!hasPasskeys()) return undefined;
    let isGone = false;
    // An offer that fails is no trouble: the button is still there.
    void offerPasskeys().then(
      (offered) => (isGone || offered === undefined ? undefined : mutate(offered)),
      () => undefined,
    );
    return () => {
      isGone = true;
      void endOffer();
    };
  }, [mutate]);
  if (!hasPasskeys()) return null;
  return (
    <div className="flex flex-col gap-3">
      {isClosing ? (
        <p className="rounded-control bg-notice-soft p-3 text-14 text-notice">{t('login.closing')}</p>
      ) : null}
      <Button kind="secondary" wide busy={send.isPending} onClick={() => mutate(undefined)}>
        {t('login.passkey')}
      </Button>
    </div>
  );
}
