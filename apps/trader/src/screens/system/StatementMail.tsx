import { STATEMENT_MAIL_MODES } from '@fairlot/contract';
import type { StatementMailMode } from '@fairlot/contract';
import { Button, Skeleton, cx } from '@fairlot/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { accountKey } from '../../shared/services/query-client.ts';
import { api } from '../../shared/services/services.ts';
import { useSession } from '../../shared/session/session.ts';

/** The choice of mails about the daily statement. */
export function StatementMail(): ReactNode {
  const t = useText();
  const queries = useQueryClient();
  const user = useSession((session) => session.user?.uid ?? '');
  const queryKey = accountKey(user, 'statementMail');
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.call('statementMail', {}, { signal }) });
  const choose = useMutation({
    mutationFn: (mode: StatementMailMode) => api.call('setStatementMail', { mode }, {}),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const mode = choose.isPending ? choose.variables : query.data?.mode;
  const hasMailbox = query.data?.mailbox !== false;
  return (
    <fieldset
      disabled={mode === undefined || !hasMailbox}
      className="min-w-0 rounded-surface border border-line bg-surface p-4"
    >
      <legend className="contents">
        <span className="text-16 font-semibold">{t('statementMail.title')}</span>
      </legend>
      <p className="mt-1 mb-2 text-14 text-quiet">{t(hasMailbox ? 'statementMail.lead' : 'statementMail.noMailbox')}</p>
      {query.isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-2 text-14">
          <span className="flex-1">{t('statementMail.failed')}</span>
          <Button kind="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : mode === undefined ? (
        <Skeleton shape="h-33 w-full" />
      ) : (
        STATEMENT_MAIL_MODES.map((value) => (
          <label key={value} className={cx('flex min-h-11 items-center gap-3 text-16', !hasMailbox && 'text-quiet')}>
            <input
              type="radio"
              name="statement-mail"
              className="size-5 flex-none accent-brand-fill"
              checked={mode === value}
              onChange={() => choose.mutate(value)}
            />
            {t(`statementMail.${value}`)}
          </label>
        ))
      )}
    </fieldset>
  );
}
