import type { OwnerProof } from '@fairlot/client';
import { MINUTE_MS } from '@fairlot/domain';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveFile } from '../../shared/device/save-file.ts';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';
import { OwnerForm } from './OwnerForm.tsx';

/** The server gives an archive up that takes longer. */
const TIMEOUT_MS = 10 * MINUTE_MS;

/** Downloads all data of the user. */
export function GetData({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  const get = useMutation({
    mutationFn: (proof: OwnerProof) => api.download('exportData', proof, { timeout: TIMEOUT_MS }),
    onSuccess: (file) => {
      saveFile(file);
      onDone();
    },
  });
  return (
    <OwnerForm
      lead={t('security.dataNote')}
      action={t('security.dataGet')}
      busy={get.isPending}
      onSend={(proof) => get.mutate(proof)}
    />
  );
}
