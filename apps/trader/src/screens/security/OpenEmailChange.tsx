import type { EmailChange } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';
import { api } from '../../shared/services/services.ts';

/** The open change of the email address: who has confirmed, and a button that stops it. */
export function OpenEmailChange({ change }: { readonly change: EmailChange }): ReactNode {
  const t = useText();
  const times = useTimes();
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api.call('cancelEmailChange', {}, { announce: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  return (
    <div className="flex flex-col gap-3 rounded-control bg-notice-soft p-3 text-14 text-notice">
      <p className="wrap-anywhere">{t('email.open', { email: isolate(change.email) })}</p>
      <p>{t(change.newConfirmed ? 'email.newDone' : 'email.newWaits')}</p>
      <p>{t(change.oldConfirmed ? 'email.oldDone' : 'email.oldWaits')}</p>
      {change.effectiveAt === null ? null : <p>{t('email.from', { time: times.dateTime(change.effectiveAt) })}</p>}
      <Button kind="secondary" wide busy={stop.isPending} onClick={() => stop.mutate()}>
        {t('email.stop')}
      </Button>
    </div>
  );
}
