import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PasswordField } from '../../features/account/PasswordField.tsx';
import { SecondFactorField, isWholeCode } from '../../features/account/SecondFactorField.tsx';
import { useText } from '../../shared/language/language.ts';

export interface SecondFactorFormProps {
  readonly lead: string;
  readonly action: string;
  readonly critical?: boolean;
  readonly busy: boolean;
  readonly onSend: (proof: { readonly password: string; readonly code: string }) => void;
}

/** Asks for the password and a second-factor code before a change of the authenticator. */
export function SecondFactorForm({ lead, action, critical = false, busy, onSend }: SecondFactorFormProps): ReactNode {
  const t = useText();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ password, code });
      }}
    >
      <p className="text-14 text-quiet">{lead}</p>
      <PasswordField label={t('account.password')} kind="current" value={password} onValue={setPassword} />
      <SecondFactorField value={code} onValue={setCode} />
      <Button
        kind={critical ? 'critical' : 'primary'}
        type="submit"
        wide
        busy={busy}
        disabled={password === '' || !isWholeCode(code)}
      >
        {action}
      </Button>
    </form>
  );
}
