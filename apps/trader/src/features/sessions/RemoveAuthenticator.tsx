import { Button } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PasswordField } from '../../accounts/PasswordField.tsx';
import { useApi } from '../../shared/services.ts';
import { useText } from '../../shared/text.ts';
import { SecondFactorField, isWholeCode } from './SecondFactorField.tsx';

/** Gives the authenticator up, with the password and one more code. */
export function RemoveAuthenticator({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useMutation({
    mutationFn: () => api.call('totpRemove', { password, code }, { announce: true }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['account'] });
      onDone();
    },
  });
  return (
    <form
      noValidate className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate();
      }}
    >
      <p className="text-14 text-quiet">{t('security.removeLead')} {t('security.lost')}</p>
      <PasswordField label={t('account.password')} kind="current" value={password} onValue={setPassword} />
      <SecondFactorField value={code} onValue={setCode} />
      <Button kind="critical" type="submit" wide busy={remove.isPending} disabled={password === '' || !isWholeCode(code)}>{t('security.remove')}</Button>
    </form>
  );
}
