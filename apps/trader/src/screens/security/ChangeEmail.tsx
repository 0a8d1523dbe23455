import { askEmailChange } from '@fairlot/client';
import { Button, Switch, TextField } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PasswordField } from '../../features/account/PasswordField.tsx';
import { SecondFactorField, isWholeCode } from '../../features/account/SecondFactorField.tsx';
import { useOwnerProof } from '../../features/account/owner-proof.ts';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

/** Asks for another email address, with the password and a code where there is an authenticator. */
export function ChangeEmail({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const queries = useQueryClient();
  const { usesCode } = useOwnerProof();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [lost, setLost] = useState(false);
  const [tried, setTried] = useState(false);
  const ask = useMutation({
    mutationFn: () =>
      askEmailChange(api, { email, password, code: usesCode ? code : '', isOldLost: lost }, { announce: true }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  const isComplete = email.trim() !== '' && password !== '' && (!usesCode || isWholeCode(code));
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isComplete && !ask.isPending) ask.mutate();
      }}
    >
      <TextField
        label={t('email.new')}
        type="email"
        autoComplete="email"
        dir="ltr"
        value={email}
        onValue={setEmail}
        error={tried && email.trim() === '' ? t('account.enterEmail') : undefined}
      />
      <PasswordField
        label={t('account.password')}
        kind="current"
        value={password}
        onValue={setPassword}
        error={tried && password === '' ? t('account.enterPassword') : undefined}
      />
      {usesCode ? (
        <SecondFactorField
          value={code}
          onValue={setCode}
          error={tried && !isWholeCode(code) ? t('login.enterTotp') : undefined}
        />
      ) : null}
      <Switch label={t('email.lost')} checked={lost} onChange={setLost} />
      {lost ? <p className="text-14 text-quiet">{t('email.lostText')}</p> : null}
      <Button type="submit" wide busy={ask.isPending}>
        {t('email.change')}
      </Button>
    </form>
  );
}
