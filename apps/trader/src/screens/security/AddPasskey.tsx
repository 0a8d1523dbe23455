import { CallError } from '@fairlot/client';
import { MAX_PASSKEY_NAME_LENGTH } from '@fairlot/contract';
import { Button, TextField } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PasswordField } from '../../features/account/PasswordField.tsx';
import { SecondFactorField, isWholeCode } from '../../features/account/SecondFactorField.tsx';
import { useOwnerProof } from '../../features/account/owner-proof.ts';
import { createPasskey, isDismissed } from '../../features/account/passkey.ts';
import { useText } from '../../shared/language/language.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { deviceName } from './device-name.ts';

/** Adds a passkey, with the password and a code where there is a second factor. Shows the first recovery codes. */
export function AddPasskey({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const queries = useQueryClient();
  const { usesCode } = useOwnerProof();
  const [name, setName] = useState(() => (deviceName(navigator.userAgent) ?? '').slice(0, MAX_PASSKEY_NAME_LENGTH));
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const add = useMutation({
    mutationFn: () => createPasskey(name, { password, totp: usesCode ? totp : '' }),
    onSuccess: async (codes) => {
      await queries.invalidateQueries({ queryKey: ['account'] });
      if (codes.length === 0) onDone();
    },
    onError: (error) => {
      // A code works once, so the next try needs another.
      setTotp('');
      if (!(error instanceof CallError) && !isDismissed(error)) showToast(t('security.passkeyFailed'), 'error');
    },
  });
  if (add.data !== undefined && add.data.length > 0) return <RecoveryCodes codes={add.data} onDone={onDone} />;
  const isComplete = name.trim() !== '' && password !== '' && (!usesCode || isWholeCode(totp));
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <TextField
        label={t('security.passkeyName')}
        value={name}
        onValue={setName}
        maxLength={MAX_PASSKEY_NAME_LENGTH}
        autoComplete="off"
      />
      <PasswordField label={t('account.password')} kind="current" value={password} onValue={setPassword} />
      {usesCode ? <SecondFactorField value={totp} onValue={setTotp} /> : null}
      <Button type="submit" wide busy={add.isPending} disabled={!isComplete}>
        {t('security.next')}
      </Button>
    </form>
  );
}
