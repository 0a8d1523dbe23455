import { codeDigits, confirmAuthenticator } from '@fairlot/client';
import type { CallOutput } from '@fairlot/client';
import { AUTHENTICATOR_CODE_LENGTH } from '@fairlot/contract';
import { Button, TextField } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { QrCode } from '@fairlot/web';
import { PasswordField } from '../../features/account/PasswordField.tsx';
import { SecondFactorField, isWholeCode } from '../../features/account/SecondFactorField.tsx';
import { useFactors } from '../../features/account/factors.ts';
import { useCopy } from '../../shared/messages/copy.ts';
import { api } from '../../shared/services/services.ts';
import { useText } from '../../shared/language/language.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Sets up an authenticator in two steps: the password, then a code that proves that the app has the key. */
export function SetUpAuthenticator({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  // Users with passkeys have a second factor already.
  const asksCode = (useFactors()?.passkeys ?? 0) > 0;
  const begin = useMutation({ mutationFn: () => api.call('totpBegin', { password, ...(asksCode && { code }) }) });
  if (begin.data !== undefined) return <ConfirmKey offer={begin.data} onDone={onDone} />;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate();
      }}
    >
      <PasswordField label={t('account.password')} kind="current" value={password} onValue={setPassword} />
      {asksCode ? <SecondFactorField value={code} onValue={setCode} /> : null}
      <Button type="submit" wide busy={begin.isPending} disabled={password === '' || (asksCode && !isWholeCode(code))}>
        {t('security.next')}
      </Button>
    </form>
  );
}

function ConfirmKey({
  offer,
  onDone,
}: {
  readonly offer: CallOutput<'totpBegin'>;
  readonly onDone: () => void;
}): ReactNode {
  const t = useText();
  const copy = useCopy();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => confirmAuthenticator(api, code, { announce: true }),
    onSuccess: async (codes) => {
      await queries.invalidateQueries({ queryKey: ['account'] });
      // A repeated request confirms without codes, because they are shown only once. The user can renew them.
      if (codes.length === 0) onDone();
    },
  });
  if (confirm.data !== undefined && confirm.data.length > 0)
    return <RecoveryCodes codes={confirm.data} onDone={onDone} />;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <p className="text-14 text-quiet">{t('security.scan')}</p>
      <span className="self-center">
        <QrCode text={offer.uri} size={180} label="" correction="M" />
      </span>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="text-12 text-quiet">{t('security.key')}</p>
          <p className="text-14 wrap-anywhere">
            <bdi className="figure">{offer.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</bdi>
          </p>
        </div>
        <Button kind="plain" onClick={() => copy(offer.secret)}>
          <span className="text-14">{t('security.copyKey')}</span>
        </Button>
      </div>
      <TextField
        label={t('security.confirmCode')}
        value={code}
        onValue={(text) => setCode(codeDigits(text))}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={AUTHENTICATOR_CODE_LENGTH}
        dir="ltr"
      />
      <Button type="submit" wide busy={confirm.isPending} disabled={code.length < AUTHENTICATOR_CODE_LENGTH}>
        {t('security.confirm')}
      </Button>
    </form>
  );
}
