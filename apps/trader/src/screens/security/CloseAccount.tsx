import type { OwnerProof } from '@fairlot/client';
import { CLOSING_GRACE_DAYS } from '@fairlot/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';
import { endSession } from '../../shared/session/start-session.ts';
import { OwnerForm } from './OwnerForm.tsx';

/** Closes the account, which ends this session too. */
export function CloseAccount(): ReactNode {
  const t = useText();
  const close = useMutation({
    mutationFn: (proof: OwnerProof) => endSession(() => api.call('closeAccount', proof, { announce: true }), '/login'),
  });
  return (
    <OwnerForm
      critical
      lead={t('security.closeText', { days: String(CLOSING_GRACE_DAYS) })}
      action={t('security.close')}
      busy={close.isPending}
      onSend={(proof) => close.mutate(proof)}
    />
  );
}
