import { codeDigits } from '@fairlot/client';
import { Button, Skeleton, TextField } from '@fairlot/ui';
import { QrCode } from '@fairlot/web';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { office } from '../../shared/services/office.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { EntryFrame, Refusal } from './EntryFrame.tsx';

/** Enrols the second factor: the authenticator takes the secret, and a code proves that it has it. */
export function EnrolScreen(): ReactNode {
  const t = useText();
  const secret = useQuery({
    queryKey: ['enrolment'],
    queryFn: () => office.call('staffBeginEnrolment', {}),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [code, setCode] = useState('');
  const finish = useMutation({
    mutationFn: () => office.call('staffFinishEnrolment', { code }),
    onSuccess: (self) => useSession.setState({ self }),
    onError: () => setCode(''),
  });
  const leave = useMutation({
    mutationFn: () => office.call('staffSignOut', {}),
    onSettled: () => useSession.setState({ self: null, hasEnded: false }),
  });
  return (
    <EntryFrame title={t('entry.enrol')} text={t('entry.enrolText')}>
      {secret.isError ? <Refusal>{problemText(t, secret.error)}</Refusal> : null}
      {secret.data === undefined ? (
        <Skeleton shape="mx-auto size-45" />
      ) : (
        <>
          <span className="mx-auto">
            <QrCode text={secret.data.uri} size={180} label={t('entry.qr')} correction="L" />
          </span>
          <div>
            <p className="text-12 text-quiet">{t('entry.secret')}</p>
            <code data-testid="secret" className="figure text-14 font-semibold break-all">
              {secret.data.secret}
            </code>
          </div>
        </>
      )}
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === 6 && !finish.isPending) finish.mutate();
        }}
      >
        <TextField
          label={t('field.code')}
          value={code}
          onValue={(typed) => setCode(codeDigits(typed))}
          inputMode="numeric"
          dir="ltr"
          maxLength={6}
          autoComplete="one-time-code"
          required
        />
        {finish.error === null ? null : <Refusal>{problemText(t, finish.error)}</Refusal>}
        <Button type="submit" wide busy={finish.isPending} disabled={code.length !== 6}>
          {t('entry.enrolDone')}
        </Button>
        <Button kind="plain" busy={leave.isPending} onClick={() => leave.mutate()}>
          {t('entry.signOut')}
        </Button>
      </form>
    </EntryFrame>
  );
}
