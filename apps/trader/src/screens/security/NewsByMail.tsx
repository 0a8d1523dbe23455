import { readMarketing, setMarketing } from '@fairlot/client';
import { Switch } from '@fairlot/ui';
import { storeAnswer } from '@fairlot/web';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';

/** The agreement to news and offers by mail, which is off until the user turns it on. */
export function NewsByMail(): ReactNode {
  const t = useText();
  const uid = useSession((session) => session.user?.uid ?? '');
  const key = accountKey(uid, 'marketing');
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => readMarketing(api, { quiet: true, signal }) });
  const change = useMutation({
    mutationFn: (accepted: boolean) => setMarketing(api, accepted, {}),
    onSuccess: (stored) => storeAnswer(queries, key, stored),
    // The answer may be lost, and the choice be stored.
    onError: () => void queries.invalidateQueries({ queryKey: key }),
  });
  return (
    <section className="rounded-surface border border-line bg-surface px-4 py-2">
      <Switch
        checked={data?.accepted ?? false}
        disabled={data === undefined || change.isPending}
        label={<span className="text-16 font-semibold">{t('security.marketing')}</span>}
        onChange={(accepted) => change.mutate(accepted)}
      />
      <p className="pb-1 text-14 text-quiet">{t('security.marketingText')}</p>
    </section>
  );
}
