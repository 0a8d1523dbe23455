import { MIN_STAFF_PASSWORD } from '@fairlot/contract';
import { Button, Skeleton, TextField } from '@fairlot/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { office } from '../../shared/office.ts';
import { problemText } from '../../shared/problem.ts';
import { useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { EntryFrame, Refusal } from './EntryFrame.tsx';

/** A set-up link: chooses the password, and for the first administrator the name. */
export function SetUpScreen(): ReactNode {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const given = params.get('token');
  const [token, setToken] = useState(given ?? '');
  // A link that is pasted into the page as it stands counts like one that opened it.
  if (given !== null && given !== token) setToken(given);
  // The token stays in this page's memory alone: neither the address bar nor the history keeps it.
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

function Form({ token, name: given }: { readonly token: string; readonly name: string | null }): ReactNode {
  const t = useText();
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
  const short = password !== '' && password.length < MIN_STAFF_PASSWORD;
  const differs = again !== '' && again !== password;
  const ready = (given !== null || name.trim() !== '') && password.length >= MIN_STAFF_PASSWORD && again === password;
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
          value={name}
          onValue={setName}
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
        hint={t('entry.passwordHint', { least: MIN_STAFF_PASSWORD })}
        error={short ? t('entry.passwordHint', { least: MIN_STAFF_PASSWORD }) : undefined}
        value={password}
        onValue={setPassword}
        type="password"
        autoComplete="new-password"
        required
      />
      <TextField
        label={t('entry.again')}
        error={differs ? t('entry.differs') : undefined}
        value={again}
        onValue={setAgain}
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
