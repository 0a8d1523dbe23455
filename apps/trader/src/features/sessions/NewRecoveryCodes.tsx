import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/services.ts';
import { useText } from '../../shared/text.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';

/** New recovery codes in place of the earlier ones. */
export function NewRecoveryCodes({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const renew = useMutation({
    mutationFn: (proof: { readonly password: string; readonly code: string }) => api.call('totpRecovery', proof),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recovery_codes} onDone={onDone} />;
  return (
    <SecondFactorForm
      lead={t('security.codesNewLead')}
      action={t('security.next')}
      busy={renew.isPending}
      onSend={(proof) => renew.mutate(proof)}
    />
  );
}
