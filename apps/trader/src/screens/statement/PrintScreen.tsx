import { Button, ErrorState, IconButton, Spinner } from '@fairlot/ui';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../shared/language/language.ts';
import { Paper } from '../../features/statement/Paper.tsx';
import '../../features/statement/print.css';
import { useAllTrades, useStatement } from '../../features/statement/queries.ts';
import { searchOf, filterOf } from '../../features/statement/statement-filter.ts';

/** Print preview of the statement. Rendered outside #root, which is not printed. */
export function PrintScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const filter = filterOf(search);
  const statement = useStatement(filter);
  const trades = useAllTrades(filter);
  useInertRoot();
  const back = (): void => void navigate(`/mine/statement?${searchOf(filter)}`, { replace: true });
  const again = (): void => {
    void statement.refetch();
    void trades.refetch();
  };
  return createPortal(
    <section aria-label={t('title.statement')} className="paper-table">
      <div className="paper-tools sticky top-0 z-10 flex min-h-14 items-center gap-1 border-b border-line bg-surface px-2 text-ink">
        <IconButton icon="back" label={t('common.back')} onClick={back} />
        <p className="min-w-0 flex-1 text-16 leading-5 font-semibold wrap-break-word">{t('statement.export.print')}</p>
        <Button disabled={statement.data === undefined || trades.data === undefined} onClick={() => print()}>
          {t('statement.print.now')}
        </Button>
      </div>
      {statement.data !== undefined && trades.data !== undefined ? (
        <Paper statement={statement.data} trades={trades.data} filter={filter} />
      ) : statement.isError || trades.isError ? (
        <ErrorState
          title={t('statement.failed')}
          text={t('statement.failedHint')}
          retryLabel={t('common.retry')}
          busy={statement.isFetching || trades.isFetching}
          onRetry={again}
        />
      ) : (
        <div className="grid h-40 place-items-center text-brand">
          <Spinner size={28} />
        </div>
      )}
    </section>,
    document.body,
  );
}

/** Makes the page behind the preview inert. */
function useInertRoot(): void {
  useEffect(() => {
    const root = document.querySelector('#root');
    root?.toggleAttribute('inert', true);
    return () => void root?.toggleAttribute('inert', false);
  }, []);
}
