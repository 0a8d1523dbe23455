import { MIN_STAFF_PASSWORD } from '@fairlot/contract';
import { Button, Skeleton, TextField } from '@fairlot/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { office } from '../../shared/services/office.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { EntryFrame, Refusal } from './EntryFrame.tsx';

/** The screen of a set-up link: sets the password, and for the first administrator the name. */
export function SetUpScreen(): ReactNode {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const given = params.get('token');
  const [token, setToken] = useState(given ?? '');
  // Also takes the token of a link that is pasted into the address bar of the open page.
  if (given !== null && given !== token) setToken(given);
  // Keeps the token in memory only and removes it from the address bar and the history.
  useEffect(() => {
    if (given !== null) setParams({}, { replace: true });
  }, [given, setParams]);
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => office.call('staffLinkInfo', { token }, { initial: true }),
    gcTime: 0,
    staleTime: Infinity,
    enabled: token !== '',
  });
  if (token === '' || link.isError) {
    return (
      <EntryFrame title={t('entry.setUp')}>
        <Refusal>{token === '' ? t('entry.noToken') : problemText(t, link.error)}</Refusal>
        <SignInLink />
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title={t('entry.setUp')} text={t('entry.setUpText')}>
      {link.data === undefined ? <Skeleton shape="h-40 w-full" /> : <Form token={token} name={link.data.name} />}
    </EntryFrame>
  );
}

function SignInLink(): ReactNode {
  const t = useText();
  const go = useNavigate();
  return (
    <Button kind="plain" onClick={() => void go('/')}>
      {t('entry.signIn')}
    </Button>
  );
}

/** Holds the typed name, password and repetition, and makes the call. */
function useSetUp(token: string, given: string | null) {
  const go = useNavigate();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const setUp = useMutation({
    mutationFn: async () => {
      const made = await office.call(
        'staffSetUp',
        { token, password, ...(given === null ? { name } : {}) },
        { initial: true },
      );
      return office.call('staffSignIn', { name: made.name, password }, { initial: true });
    },
    onSuccess: (self) => {
      useSession.setState({ self });
      void go('/', { replace: true });
    },
  });
  return {
    name,
    setName,
    password,
    setPassword,
    again,
    setAgain,
    setUp,
    tooShort: password !== '' && password.length < MIN_STAFF_PASSWORD,
    differs: again !== '' && again !== password,
    ready: (given !== null || name.trim() !== '') && password.length >= MIN_STAFF_PASSWORD && again === password,
  };
}

function Form({ token, name: given }: { readonly token: string; readonly name: string | null }): ReactNode {
  const t = useText();
  const form = useSetUp(token, given);
  const { setUp, ready } = form;
  const passwordHint = t('entry.passwordHint', { least: MIN_STAFF_PASSWORD });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !setUp.isPending) setUp.mutate();
      }}
    >
      {given === null ? (
        <TextField
          label={t('field.name')}
          hint={t('entry.nameHint')}
          value={form.name}
          onValue={form.setName}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      ) : (
        <TextField label={t('field.name')} value={given} onValue={() => undefined} readOnly autoComplete="username" />
      )}
      <TextField
        label={t('field.password')}
        hint={passwordHint}
        error={form.tooShort ? passwordHint : undefined}
        value={form.password}
        onValue={form.setPassword}
        type="password"
        autoComplete="new-password"
        required
      />
      <TextField
        label={t('entry.again')}
        error={form.differs ? t('entry.differs') : undefined}
        value={form.again}
        onValue={form.setAgain}
        type="password"
        autoComplete="new-password"
        required
      />
      {setUp.error === null ? null : <Refusal>{problemText(t, setUp.error)}</Refusal>}
      <Button type="submit" wide busy={setUp.isPending} disabled={!ready}>
        {t('entry.goOn')}
      </Button>
    </form>
  );
}
