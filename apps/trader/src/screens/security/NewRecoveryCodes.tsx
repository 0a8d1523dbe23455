import { renewRecoveryCodes } from '@fairlot/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../shared/services/services.ts';
import { useText } from '../../shared/language/language.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';

/** Replaces the recovery codes with new ones. */
export function NewRecoveryCodes({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const queries = useQueryClient();
  const renew = useMutation({
    mutationFn: (proof: { readonly password: string; readonly code: string }) => renewRecoveryCodes(api, proof, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data} onDone={onDone} />;
  return (
    <SecondFactorForm
      lead={t('security.codesNewLead')}
      action={t('security.next')}
      busy={renew.isPending}
      onSend={(proof) => renew.mutate(proof)}
    />
  );
}
