import { CallError, passkeyCode } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { useFactors } from './factors.ts';
import { askPasskey, hasPasskeys, isDismissed } from './passkey.ts';

/** A button that asks for a passkey in place of a code; nothing for users without one. Visitors may have one. */
export function UsePasskey({ onCode }: { readonly onCode: (code: string) => void }): ReactNode {
  const t = useText();
  const isVisitor = useSession((session) => session.user === null);
  const factors = useFactors();
  const ask = useMutation({
    mutationFn: async () => passkeyCode(api, await askPasskey(), {}),
    onSuccess: onCode,
    onError: (error) => {
      if (!(error instanceof CallError) && !isDismissed(error)) showToast(t('security.passkeyFailed'), 'error');
    },
  });
  if (!hasPasskeys() || (!isVisitor && (factors?.passkeys ?? 0) === 0)) return null;
  return (
    <Button kind="secondary" wide busy={ask.isPending} onClick={() => ask.mutate()}>
      {t('security.passkeyUse')}
    </Button>
  );
}
