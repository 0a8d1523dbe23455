import { Button, ErrorState, IconButton, Spinner } from '@fairlot/ui';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../shared/text.ts';
import { Paper } from './Paper.tsx';
import './print.css';
import { useAllTrades, useStatement } from './queries.ts';
import { searchOf, wishOf } from './wish.ts';

/** The statement as it will be on paper. It lies beside the page's root, which is not printed. */
export function PrintScreen(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const wish = wishOf(search);
  const statement = useStatement(wish);
  const trades = useAllTrades(wish);
  useAlone();
  const back = (): void => void navigate(`/mine/statement?${searchOf(wish)}`, { replace: true });
  const again = (): void => {
    void statement.refetch();
    void trades.refetch();
  };
  return createPortal(
    <section aria-label={text('title.statement')} className="paper-desk">
      <div className="paper-tools sticky top-0 z-10 flex min-h-14 items-center gap-1 border-b border-line bg-surface px-2 text-ink">
        <IconButton icon="back" label={text('common.back')} onClick={back} />
        <p className="min-w-0 flex-1 text-16 leading-5 font-semibold wrap-break-word">
          {text('statement.export.print')}
        </p>
        <Button disabled={statement.data === undefined || trades.data === undefined} onClick={() => print()}>
          {text('statement.print.now')}
        </Button>
      </div>
      {statement.data !== undefined && trades.data !== undefined ? (
        <Paper statement={statement.data} trades={trades.data} wish={wish} />
      ) : statement.isError || trades.isError ? (
        <ErrorState
          title={text('statement.failed')}
          text={text('statement.failedHint')}
          retryLabel={text('common.retry')}
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

/** The page behind the sheet can be neither reached nor read while the sheet lies over it. */
function useAlone(): void {
  useEffect(() => {
    const root = document.querySelector('#root');
    root?.toggleAttribute('inert', true);
    return () => void root?.toggleAttribute('inert', false);
  }, []);
}
