import { codeDigits } from '@fairlot/client';
import { Button, Skeleton, TextField } from '@fairlot/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { encode } from 'uqr';
import { office } from '../../shared/office.ts';
import { problemText } from '../../shared/problem.ts';
import { useSession } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { EntryFrame, Refusal } from './EntryFrame.tsx';

/** The second factor: the authenticator reads the secret, a code proves that it has it. */
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
    onSettled: () => useSession.setState({ self: null }),
  });
  return (
    <EntryFrame title={t('entry.enrol')} text={t('entry.enrolText')}>
      {secret.isError ? <Refusal>{problemText(t, secret.error)}</Refusal> : null}
      {secret.data === undefined ? (
        <Skeleton shape="mx-auto size-45" />
      ) : (
        <>
          <QrCode text={secret.data.uri} label={t('entry.qr')} />
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

/** A QR code as one path; black on white in both themes, because cameras expect it. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const code = encode(text, { border: 2 });
    return {
      size: code.size,
      path: code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join(''),
    };
  }, [text]);
  return (
    <img
      alt={label}
      className="mx-auto size-45 rounded-control"
      src={`data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`)}`}
    />
  );
}
