import { codeDigits } from '@fairlot/client';
import { Button, TextField } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { office } from '../../shared/services/office.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { EntryFrame, Refusal } from './EntryFrame.tsx';

/** Sign-in by name, password and, once enrolled, a code of the authenticator. */
export function SignInScreen(): ReactNode {
  const t = useText();
  const hasEnded = useSession((session) => session.hasEnded);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const signIn = useMutation({
    mutationFn: () =>
      office.call('staffSignIn', { name: name.trim(), password, ...(code === '' ? {} : { code }) }, { initial: true }),
    onSuccess: (self) => useSession.setState({ self, hasEnded: false }),
    onError: () => setCode(''),
  });
  return (
    <EntryFrame title={t('entry.signIn')} {...(hasEnded ? { text: t('entry.ended') } : {})}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!signIn.isPending) signIn.mutate();
        }}
      >
        <TextField
          label={t('field.name')}
          value={name}
          onValue={setName}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          label={t('field.password')}
          value={password}
          onValue={setPassword}
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label={t('field.code')}
          hint={t('entry.codeHint')}
          value={code}
          onValue={(typed) => setCode(codeDigits(typed))}
          inputMode="numeric"
          dir="ltr"
          maxLength={6}
          autoComplete="one-time-code"
        />
        {signIn.error === null ? null : <Refusal>{problemText(t, signIn.error)}</Refusal>}
        <Button type="submit" wide busy={signIn.isPending} disabled={name === '' || password === ''}>
          {t('entry.signIn')}
        </Button>
      </form>
    </EntryFrame>
  );
}
