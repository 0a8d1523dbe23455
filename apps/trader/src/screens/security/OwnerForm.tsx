import type { OwnerProof } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { OwnerProofField } from '../../features/account/OwnerProofField.tsx';
import { useOwnerProof } from '../../features/account/owner-proof.ts';

export interface OwnerFormProps {
  readonly lead: string;
  readonly action: string;
  readonly critical?: boolean;
  readonly busy: boolean;
  readonly onSend: (proof: OwnerProof) => void;
}

/** Asks for the owner's proof before something that a stolen session must not do. */
export function OwnerForm({ lead, action, critical = false, busy, onSend }: OwnerFormProps): ReactNode {
  const owner = useOwnerProof();
  const [tried, setTried] = useState(false);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (owner.isComplete) onSend(owner.proof);
      }}
    >
      <p className="text-14 text-quiet">{lead}</p>
      <OwnerProofField form={owner} tried={tried} />
      <Button kind={critical ? 'critical' : 'primary'} type="submit" wide busy={busy}>
        {action}
      </Button>
    </form>
  );
}
