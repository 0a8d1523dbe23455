import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';

export interface RemovePasskeyProps {
  readonly id: number;
  readonly onDone: () => void;
}

/** Removes a passkey. */
export function RemovePasskey({ id, onDone }: RemovePasskeyProps): ReactNode {
  const t = useText();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ password, code }: { readonly password: string; readonly code: string }) =>
      api.call('passkeyRemove', { id, password, totp: code }, { announce: true }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['account'] });
      onDone();
    },
  });
  return (
    <SecondFactorForm
      critical
      lead={t('security.passkeyRemoveLead')}
      action={t('security.remove')}
      busy={remove.isPending}
      onSend={(proof) => remove.mutate(proof)}
    />
  );
}
