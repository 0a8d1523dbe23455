import type { UserSession } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { OwnerProofField } from '../../features/account/OwnerProofField.tsx';
import { useOwnerProof } from '../../features/account/owner-proof.ts';
import { useText } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';
import { deviceName } from './device-name.ts';

export interface EndSessionProps {
  /** The session to end; undefined for all others. */
  readonly session: UserSession | undefined;
  readonly onDone: () => void;
}

/** Ends one session, or all others. Asks for the owner's proof, so that a stolen session cannot end the owner's. */
export function EndSession({ session, onDone }: EndSessionProps): ReactNode {
  const t = useText();
  const queries = useQueryClient();
  const proof = useOwnerProof();
  const [tried, setTried] = useState(false);
  const end = useMutation({
    mutationFn: () =>
      api.call('endSession', { ...(session !== undefined && { id: session.id }), ...proof.proof }, { announce: true }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (proof.isComplete && !end.isPending) end.mutate();
      }}
    >
      <p className="text-14 text-quiet">
        {session === undefined
          ? t('security.endOthersText')
          : t('security.endText', { device: isolateWords(deviceName(session.agent) ?? t('security.unknownDevice')) })}
      </p>
      <OwnerProofField form={proof} tried={tried} />
      <Button kind="critical" type="submit" wide busy={end.isPending}>
        {session === undefined ? t('security.endOthers') : t('security.end')}
      </Button>
    </form>
  );
}
