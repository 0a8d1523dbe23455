import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PasswordField } from '../../accounts/PasswordField.tsx';
import { SecondFactorField, isWholeCode } from '../../accounts/SecondFactorField.tsx';
import { useText } from '../../shared/text.ts';

export interface SecondFactorFormProps {
  readonly lead: string;
  readonly action: string;
  readonly critical?: boolean;
  readonly busy: boolean;
  readonly onSend: (proof: { readonly password: string; readonly code: string }) => void;
}

/** Asks for the password and one more code before something is done to the authenticator. */
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
