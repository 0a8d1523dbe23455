import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../shared/services/services.ts';
import { useText } from '../../shared/language/language.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';

/** Removes the authenticator. */
export function RemoveAuthenticator({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (proof: { readonly password: string; readonly code: string }) =>
      api.call('totpRemove', proof, { announce: true }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['account'] });
      onDone();
    },
  });
  return (
    <SecondFactorForm
      critical
      lead={`${t('security.removeLead')} ${t('security.lost')}`}
      action={t('security.remove')}
      busy={remove.isPending}
      onSend={(proof) => remove.mutate(proof)}
    />
  );
}
