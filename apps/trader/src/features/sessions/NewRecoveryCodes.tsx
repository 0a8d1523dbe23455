import { Button } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PasswordField } from '../../accounts/PasswordField.tsx';
import { useApi } from '../../shared/services.ts';
import { useText } from '../../shared/text.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorField, isWholeCode } from './SecondFactorField.tsx';

/** New recovery codes in place of the earlier ones, with the password and one more code. */
export function NewRecoveryCodes({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const renew = useMutation({
    mutationFn: () => api.call('totpRecovery', { password, code }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recovery_codes} onDone={onDone} />;
  return (
    <form
      noValidate className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        renew.mutate();
      }}
    >
      <p className="text-14 text-quiet">{t('security.codesNewLead')}</p>
      <PasswordField label={t('account.password')} kind="current" value={password} onValue={setPassword} />
      <SecondFactorField value={code} onValue={setCode} />
      <Button type="submit" wide busy={renew.isPending} disabled={password === '' || !isWholeCode(code)}>{t('security.next')}</Button>
    </form>
  );
}
