import type { FactorReset } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

/** Warns of an open request to remove the authenticator, with a button that stops it. */
export function OpenReset({ reset }: { readonly reset: FactorReset }): ReactNode {
  const t = useText();
  const times = useTimes();
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api.call('cancelFactorReset', {}, { announce: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  const { effectiveAt } = reset;
  return (
    <div className="mb-4 flex flex-col gap-3 rounded-control bg-notice-soft p-3 text-14 text-notice">
      <p>
        {effectiveAt === null
          ? t('lost.askedText', { time: times.dateTime(reset.askedAt) })
          : t('lost.removedAt', { time: times.dateTime(effectiveAt) })}
      </p>
      <Button kind="secondary" wide busy={stop.isPending} onClick={() => stop.mutate()}>
        {t('security.stopReset')}
      </Button>
    </div>
  );
}
